package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Run;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Refusals;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.Toolsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// The tools of this toolset.
public final class Lifecycle {
  /// What they are, for those who only show them.
  public static final List<Class<? extends Tool<?, ?>>> TYPES =
      List.of(
          AgentStart.class,
          AgentStatus.class,
          AgentComplete.class,
          AgentStop.class,
          AppendPayload.class);

  /// How a model should use them.
  public static final String INSTRUCTIONS =
      "agent_start gives a contract to an agent and returns at once; agent_status says what has become of it;"
          + " agent_stop ends it. Agents go on when you disconnect.";

  private Lifecycle() {}

  public static Toolset toolset(
      Staff staff, DefaultAgent defaultAgent, Function<Run, String> payloadUrl) {
    return new Toolset(Toolsets.LIFECYCLE, INSTRUCTIONS, tools(staff, defaultAgent, payloadUrl));
  }

  /// All of them.
  ///
  /// @param defaultAgent who works when nobody is named
  /// @param payloadUrl where the payload of a run can be fetched
  public static List<ToolEntry> tools(
      Staff staff, DefaultAgent defaultAgent, Function<Run, String> payloadUrl) {
    return Stream.of(
            new AgentStart(staff, defaultAgent),
            new AgentStatus(staff, payloadUrl),
            new AgentComplete(staff),
            new AgentStop(staff),
            new AppendPayload(staff))
        .map(Refusals::answered)
        .toList();
  }
}
