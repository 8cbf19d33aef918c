package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.Principal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tool `agent_start`: gives a contract to an agent and returns at once.
@Tool.Spec(
    name = "agent_start",
    title = "Start an agent",
    description =
        "Gives a contract to an agent, which then works on it by itself. Returns at once; ask agent_status"
            + " for what has become of it.",
    destructive = false)
public final class AgentStart implements Tool<AgentStart.Input, AgentStart.Output> {
  private static final String NAME = "agent_start";

  /// What it takes.
  public record Input(
      @Description("What the agent is to do, and what must be true when it is done.")
          @Limits(minLength = 1)
          String contract,
      @Description("The name of the agent; without one the default works.") @Nullable String agent,
      @Description("Another model than the agent's own.") @Nullable String model,
      @Description("What the agent, and all that it starts, may use at most.")
          @Nullable BudgetInput budget,
      @Description(
              "Whether a used up budget ends the agent; otherwise it waits until somebody raises it.")
          @Default("true")
          boolean abortOnBudgetExceeded,
      @Description("A retry with the same key and the same arguments starts nothing new.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {}

  /// What it answers.
  public record Output(
      @Description("The handle for the other tools.") String agentId,
      @Description("Always running, unless a retry finds that it has ended.") String status,
      @Description("When it was accepted.") Instant startedAt,
      @Description("Who works on it.") String agent) {}

  private final Staff staff;
  private final String defaultAgent;

  public AgentStart(Staff staff, String defaultAgent) {
    this.staff = staff;
    this.defaultAgent = defaultAgent;
  }

  @Override
  public Output call(Input input, Call call) {
    return start(Principal.of(call), input);
  }

  /// The same for whoever does not come by a tool.
  public Output start(Caller caller, Input input) {
    var key =
        input.idempotencyKey == null
            ? null
            : new StartKey(
                caller.holder(),
                NAME,
                input.idempotencyKey,
                ArgumentsDigest.of(ToolJson.MAPPER.valueToTree(input)));
    var budget = BudgetInput.budget(input.budget);
    var run =
        staff.start(
            caller,
            new StartRequest(
                input.agent == null ? defaultAgent : input.agent,
                input.contract,
                new StartRequest.Manner(RunId.Prefix.AGENT, input.model, Map.of("tool", NAME)),
                new Terms(budget, input.abortOnBudgetExceeded, null, null),
                key));
    return new Output(
        run.id().text(),
        Words.status(run.state()),
        Words.startedAt(run),
        run.commission().agent().name());
  }
}
