package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Arrangement;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Manners;
import dev.retinue.core.Run;
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
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.reading.Reading;
import dev.retinue.toolset.waiting.Attending;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tool `agent_start`: gives a contract to an agent and returns at once. As a task it lasts
/// until the agent has ended.
@Tool.Spec(
    name = "agent_start",
    title = "Start an agent",
    description =
        "Gives a contract to an agent, which then works on it by itself. Returns at once; ask agent_status"
            + " for what has become of it.",
    destructive = false,
    tasks = Tool.TaskSupport.ALLOWED,
    resumable = true)
public final class AgentStart implements Tool<AgentStart.Input, AgentStart.Output> {
  private static final String NAME = "agent_start";

  /// The label that says why this agent was chosen.
  private static final String CHOSEN = "agent_chosen";

  /// What it takes.
  public record Input(
      @Description("What the agent is to do, and what must be true when it is done.")
          @Limits(minLength = 1)
          String contract,
      @Description(
              "The name of the agent, as retinue_status lists them; without one the default works.")
          @Nullable String agent,
      @Description("Another model than the agent's own.") @Nullable String model,
      @Description("The folder in which it works; without one that of the caller, if it has one.")
          @Limits(minLength = 1)
          @Nullable String workingDirectory,
      @Description(
              "none, or clone: then it works on a clone of the folder's git repository, and its branch is reported.")
          @Nullable String isolation,
      @Description("What the agent, and all that it starts, may use at most.")
          @Nullable BudgetInput budget,
      @Description(
              "Whether a used up budget ends the agent; otherwise it waits until somebody raises it.")
          @Default("true")
          boolean abortOnBudgetExceeded,
      @Description(
              "What the server looks at itself before the agent counts as completed; else it has failed.")
          @Limits(maxLength = 20)
          @Nullable List<CheckInput> checks,
      @Description(
              "The handle of an agent that has ended: this goes on with its conversation, by the same agent.")
          @Limits(minLength = 1)
          @Nullable String resume,
      @Description("A retry with the same key and the same arguments starts nothing new.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {}

  /// What it answers. How it ended is known to a task only.
  public record Output(
      @Description("The handle for the other tools.") String agentId,
      @Description("Running, unless it has ended: completed or stopped.") String status,
      @Description("When it was accepted.") Instant startedAt,
      @Description("Who works on it.") String agent,
      @Description("Why it is this one, if nobody was named.") @Nullable String agentChosen,
      @Nullable Instant completedAt,
      @Nullable Instant stoppedAt,
      @Nullable String summary,
      @Description("What the word completed rests on: claimed, assumed or verified.")
          @Nullable String evidence,
      @Description("The acceptance checks that the server made itself.")
          @Nullable List<Checked> checks,
      @Description("In bytes, uncompressed.") @Nullable Long payloadSize,
      @Description("What it did on its clone, if it has one.") @Nullable IsolatedView isolation,
      @Description("Why it stopped.") @Nullable String error,
      @Description("What is left of texts that are too long for one answer.")
          @Nullable List<Reading.Rest> rest)
      implements Tool.Fallible {

    @Override
    public boolean failed() {
      return stoppedAt != null;
    }

    private static Output begun(Run run) {
      return new Output(
          run.id().text(),
          Words.status(run.state()),
          Words.startedAt(run),
          run.commission().agent().name(),
          run.commission().labels().get(CHOSEN),
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null);
    }

    private static Output ended(Run run) {
      var payload = run.dossier().payload();
      var summary = Reading.alone(run.id().text(), "summary", Words.summary(run));
      var error = Reading.alone(run.id().text(), "error", Words.error(run));
      return new Output(
          run.id().text(),
          Words.status(run.state()),
          Words.startedAt(run),
          run.commission().agent().name(),
          run.commission().labels().get(CHOSEN),
          Words.completedAt(run),
          Words.stoppedAt(run),
          summary.text(),
          Words.evidence(run),
          Checked.of(run),
          payload == null ? null : payload.bytes(),
          IsolatedView.of(run),
          error.text(),
          Reading.rests(summary, error));
    }
  }

  private final Staff staff;
  private final DefaultAgent defaultAgent;
  private final Attending attending;

  public AgentStart(Staff staff, DefaultAgent defaultAgent) {
    this.staff = staff;
    this.defaultAgent = defaultAgent;
    this.attending = new Attending(staff, Manners.USUAL);
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var caller = Principal.of(call);
    if (call.inTask()) {
      return await(caller, input, call);
    }
    return call.isNamed()
        ? Output.begun(beginOnce(caller, input, NAME + "/call", call))
        : start(caller, input);
  }

  /// The same for whoever does not come by a tool.
  public Output start(Caller caller, Input input) {
    return Output.begun(begin(caller, input, NAME, input.idempotencyKey, null));
  }

  private Output await(Caller caller, Input input, Call call) throws InterruptedException {
    var run = attending.inTask(call, caller, () -> beginOnce(caller, input, NAME + "/task", call));
    staff.markSeen(caller, List.of(run));
    return Output.ended(run);
  }

  /// Whoever repeats the call gets what it began.
  private Run beginOnce(Caller caller, Input input, String scope, Call call) {
    return input.idempotencyKey == null
        ? begin(caller, input, scope, call.id(), call)
        : begin(caller, input, NAME, input.idempotencyKey, call);
  }

  private Run begin(
      Caller caller, Input input, String scope, @Nullable String key, @Nullable Call call) {
    var digest = key == null ? "" : ArgumentsDigest.of(ToolJson.MAPPER.valueToTree(input));
    var once = key == null ? null : new StartKey(caller.holder(), scope, key, digest);
    var former = input.resume == null ? null : staff.require(caller, RunId.of(input.resume));
    var chosen = input.agent == null && former == null ? defaultAgent.choose(caller) : null;
    var labels = new HashMap<>(Map.of("tool", NAME));
    if (chosen != null) {
      labels.put(CHOSEN, chosen.why());
    }
    if (call != null && call.inTask()) {
      labels.put(Attending.CALL, call.id());
    }
    return staff.start(
        caller,
        new StartRequest(
            name(input, former, chosen),
            input.contract,
            new StartRequest.Manner(RunId.Prefix.AGENT, input.model, labels),
            terms(input, former),
            once));
  }

  private static Terms terms(Input input, @Nullable Run former) {
    var follows = former == null ? null : former.id().text();
    return new Terms(
        BudgetInput.budget(input.budget),
        input.abortOnBudgetExceeded,
        input.workingDirectory,
        null,
        CheckInput.checks(input.checks),
        new Arrangement(IsolatedView.parse(input.isolation), follows));
  }

  /// Whoever was chosen, or named, or did what this goes on with.
  private static String name(
      Input input, @Nullable Run former, DefaultAgent.@Nullable Choice chosen) {
    if (chosen != null) {
      return chosen.agent().name();
    }
    return input.agent == null && former != null
        ? former.commission().agent().name()
        : String.valueOf(input.agent);
  }
}
