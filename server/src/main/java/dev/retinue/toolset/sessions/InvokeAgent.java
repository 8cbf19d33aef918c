package dev.retinue.toolset.sessions;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Sessions.Opening;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.lifecycle.BudgetInput;
import dev.retinue.toolset.sessions.turn.TurnAnswer;
import org.jspecify.annotations.Nullable;

/// The tool `invoke_agent`: one message to an agent, without a session before or after it.
@Tool.Spec(
    name = "invoke_agent",
    title = "Ask an agent once",
    description =
        "Sends one message to an agent and returns its answer, without a session: nothing is remembered. list_agents"
            + " says who can be asked.",
    tasks = Tool.TaskSupport.ALLOWED,
    resumable = true)
public final class InvokeAgent implements Tool<InvokeAgent.Input, TurnAnswer> {
  private static final String NAME = "invoke_agent";

  /// What it takes.
  public record Input(
      @Description("An agent_ref of list_agents, or the path of its file.") @Limits(minLength = 1)
          @Nullable String agentFile,
      @Description("The same as agent_file.") @Limits(minLength = 1) @Nullable String agent,
      @Description("Another agent of the same file than its first.") @Limits(minLength = 1)
          @Nullable String agentName,
      @Limits(minLength = 1) String message,
      @Description("The folder to work in; without one that of the caller.") @Limits(minLength = 1)
          @Nullable String workingDir,
      @Description("Another model than the agent's own.") @Limits(minLength = 1)
          @Nullable String model,
      @Description("What it, and all that it starts, may use at most.")
          @Nullable BudgetInput budget,
      @Description(
              "For how long this call waits; without it as long as this client can wait. Then it returns a run_id, and the agent goes on.")
          @Limits(min = 0, max = 1800)
          @Nullable Integer waitSeconds,
      @Description("Returns at once; get_session_history has the answer later.") @Default("false")
          boolean async,
      @Description("A retry with the same key and the same arguments is the same message.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {}

  private final Talks talks;
  private final AgentRefs agents;

  InvokeAgent(Talks talks, AgentRefs agents) {
    this.talks = talks;
    this.agents = agents;
  }

  @Override
  public TurnAnswer call(Input input, Call call) throws InterruptedException {
    var caller = Principal.of(call);
    var reference = reference(input.agentFile, input.agent);
    var saying =
        new Talks.Saying(
            NAME,
            input.message,
            false,
            input.async,
            input.waitSeconds,
            input.idempotencyKey,
            ArgumentsDigest.of(ToolJson.MAPPER.valueToTree(input)));
    return talks.once(
        call,
        () ->
            new Opening(
                agents.require(caller, reference, input.agentName, input.workingDir).name(),
                null,
                input.workingDir,
                BudgetInput.budget(input.budget),
                input.model,
                true),
        saying);
  }

  /// One of two names for the same.
  static String reference(@Nullable String agentFile, @Nullable String agent) {
    if (agentFile == null && agent == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Say with whom: give agent an agent_ref of list_agents, or agent_file the path of a file of agents.");
    }
    if (agentFile != null && agent != null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Name the agent once: in agent_file, or in agent, which means the same.");
    }
    return String.valueOf(agentFile == null ? agent : agentFile);
  }
}
