package dev.retinue.toolset.sessions;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Sessions.Opening;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.Refusals;
import dev.retinue.toolset.sessions.turn.TurnAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Agents as tools of their own: what is said to the tool is said to the agent, and its answer is
/// the result.
public final class AgentTools {
  /// What clients take in the name of a tool.
  private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9_-]");

  /// There is no other tool by which one could come back for the answer.
  private static final int PATIENCE_SECONDS = 1800;

  private static final String NOTHING = "No response from agent";

  private final Talks talks;
  private final AgentRefs agents;

  public AgentTools(Talks talks, AgentPaths paths) {
    this.talks = talks;
    this.agents = new AgentRefs(talks.staff(), paths);
  }

  /// Which agents are wanted.
  ///
  /// @param reference a name on the staff, or a file: that means all of its agents
  /// @param name one of that file; null for all
  /// @param sessions whether one can go on with what was said
  public record Wanted(String reference, @Nullable String name, boolean sessions) {}

  /// One tool for each of them, as they are now; a refusal if there are none.
  public List<ToolEntry> of(Caller caller, Wanted wanted) {
    var meant =
        wanted.name == null
            ? agents.all(caller, wanted.reference)
            : List.of(agents.require(caller, wanted.reference, wanted.name, null));
    var hints = new AgentHints(talks.staff().members().of(caller, null));
    var names = names(meant.stream().map(Agent::name).toList());
    return meant.stream()
        .map(
            agent ->
                entry(
                    agent,
                    names.getOrDefault(agent.name(), agent.name()),
                    hints.of(agent),
                    wanted.sessions))
        .map(Refusals::answered)
        .toList();
  }

  /// The tools of these agents. Who can have his own name has it; of others that would have the
  /// same, the later ones have a number.
  static Map<String, String> names(List<String> agents) {
    var names = new LinkedHashMap<String, String>();
    agents.stream().filter(it -> !OTHERS.matcher(it).find()).forEach(it -> names.put(it, it));
    for (var agent : agents) {
      var tool = OTHERS.matcher(agent).replaceAll("_");
      var free = tool;
      for (int i = 2; !names.containsKey(agent) && names.containsValue(free); i++) {
        free = tool + "_" + i;
      }
      names.putIfAbsent(agent, free);
    }
    return names;
  }

  private ToolEntry entry(Agent agent, String tool, ToolInfo.Annotations hints, boolean sessions) {
    var name = agent.name();
    var description =
        agent.description().isBlank()
            ? "Run the %s agent".formatted(name)
            : agent.description().strip();
    var info =
        new ToolInfo(tool, null, description, input(sessions), output(sessions), hints, null);
    return ToolEntry.of(
        info,
        Tool.TaskSupport.NEVER,
        (arguments, call) -> result(answer(name, tool, sessions, arguments, call), sessions));
  }

  private static ObjectNode input(boolean sessions) {
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    properties
        .putObject("message")
        .put("type", "string")
        .put("minLength", 1)
        .put("description", "What is said to the agent.");
    if (sessions) {
      properties
          .putObject("session_id")
          .put("type", "string")
          .put("description", "That of an earlier answer, to go on with what was said.");
    }
    schema.putArray("required").add("message");
    return schema.put("additionalProperties", false);
  }

  private static ObjectNode output(boolean sessions) {
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    properties.putObject("response").put("type", "string").put("description", "What it answered.");
    var required = schema.putArray("required").add("response");
    if (sessions) {
      properties
          .putObject("session_id")
          .put("type", "string")
          .put("description", "To go on with what was said.");
      required.add("session_id");
    }
    return schema;
  }

  private TurnAnswer answer(
      String agent, String tool, boolean sessions, ObjectNode arguments, Call call)
      throws InterruptedException {
    var saying =
        new Talks.Saying(
            tool,
            arguments.path("message").asString(""),
            false,
            false,
            PATIENCE_SECONDS,
            null,
            ArgumentsDigest.of(arguments));
    if (!sessions) {
      return talks.once(call, () -> opening(agent, true), saying);
    }
    return talks.say(call, session(agent, arguments, call), saying);
  }

  private String session(String agent, ObjectNode arguments, Call call)
      throws InterruptedException {
    var caller = Principal.of(call);
    var earlier = arguments.path("session_id").asString("");
    if (earlier.isEmpty()) {
      return call.remember(
          "session", () -> talks.sessions().open(caller, opening(agent, false)).id());
    }
    var session = talks.sessions().require(caller, earlier);
    if (!agent.equals(session.terms().entry())) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Session '%s' is one with '%s'; go on with it there, or leave session_id out to begin another."
              .formatted(Excerpt.of(earlier), session.terms().entry()));
    }
    talks.awaitLeaving(caller, session.id());
    return session.id();
  }

  private static Opening opening(String agent, boolean once) {
    return new Opening(agent, null, null, Budget.UNLIMITED, null, once);
  }

  private static ToolResult result(TurnAnswer answer, boolean sessions) {
    var failure = failure(answer);
    var said = answer.response();
    var text = failure != null ? failure : said == null || said.isBlank() ? NOTHING : said;
    var structured = Json.object().put("response", text);
    if (sessions) {
      structured.put("session_id", answer.sessionId());
    }
    return new ToolResult(List.of(Content.text(text)), structured, failure != null);
  }

  private static @Nullable String failure(TurnAnswer answer) {
    if (answer.error() != null) {
      return answer.error();
    }
    return answer.status().equals("completed")
        ? null
        : "The agent is %s and has not answered yet; it goes on as run '%s': 'retinue logs -f %2$s' shows it."
            .formatted(answer.status(), answer.runId());
  }
}
