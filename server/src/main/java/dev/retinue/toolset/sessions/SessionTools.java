package dev.retinue.toolset.sessions;

import dev.retinue.mcp.Tool;
import dev.retinue.toolset.Refusals;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.Toolsets;
import dev.retinue.toolset.sessions.turn.TurnResources;
import java.util.List;
import java.util.stream.Stream;

/// The tools of this toolset.
public final class SessionTools {
  /// What they are, for those who only show them.
  public static final List<Class<? extends Tool<?, ?>>> TYPES =
      List.of(
          CreateSession.class,
          SendMessage.class,
          InvokeAgent.class,
          ListAgents.class,
          GetSessionInfo.class,
          ListSessions.class,
          CloseSession.class,
          GetSessionHistory.class,
          InvokeWithConfig.class,
          TransferSession.class,
          Steer.class,
          Followup.class,
          ForkSession.class,
          InterruptSession.class);

  /// How a model should use them.
  public static final String INSTRUCTIONS =
      "To talk with an agent, list_agents says who there is, create_session begins a conversation and send_message"
          + " continues it: the agent remembers what was said. If send_message returns status running, the agent goes"
          + " on: get_session_history has its answer. invoke_agent asks once.";

  private SessionTools() {}

  /// All of them.
  ///
  /// @param inline makes agents of what callers bring along
  public static Toolset toolset(Talks talks, AgentPaths paths, InlineAgents inline) {
    var agents = new AgentRefs(talks.staff(), paths);
    var tools =
        Stream.of(
                new CreateSession(talks, agents),
                new SendMessage(talks),
                new InvokeAgent(talks, agents),
                new ListAgents(talks.staff(), paths),
                new GetSessionInfo(talks),
                new ListSessions(talks),
                new CloseSession(talks),
                new GetSessionHistory(talks),
                new InvokeWithConfig(talks, inline),
                new TransferSession(talks),
                new Steer(talks),
                new Followup(talks),
                new ForkSession(talks),
                new InterruptSession(talks))
            .map(Refusals::answered)
            .toList();
    return new Toolset(Toolsets.SESSIONS, INSTRUCTIONS, tools, TurnResources.offers(talks.staff()));
  }
}
