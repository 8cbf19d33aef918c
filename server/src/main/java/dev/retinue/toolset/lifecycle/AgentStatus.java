package dev.retinue.toolset.lifecycle;

import dev.retinue.core.Caller;
import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Glance;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.reading.Reading;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The tool `agent_status`: what has become of agents.
@Tool.Spec(
    name = "agent_status",
    title = "Status of agents",
    description =
        "Says for each of these agents whether it is running, completed or stopped, with the summary, or the"
            + " last of what it said.",
    readOnly = true,
    openWorld = false)
public final class AgentStatus implements Tool<AgentStatus.Input, AgentStatus.Output> {
  private static final String NOT_FOUND = "Agent not found";

  /// What it takes.
  public record Input(
      @Description("The handles that agent_start gave.") @Limits(minLength = 1, maxLength = 1000)
          List<String> agentIds,
      @Description("How many of the handles are passed over, where an answer had a next_offset.")
          @Default("0")
          @Limits(min = 0)
          int offset,
      @Description("How many characters of each text are passed over, where one had a next_offset.")
          @Default("0")
          @Limits(min = 0)
          int offsetInText) {}

  /// What it answers: one for each handle, in their order. As text it is the list alone, if that is
  /// all of it.
  public record Output(
      List<Status> agents,
      @Description("Only if the answer would be too long: what is missing.")
          Reading.@Nullable Page page)
      implements Tool.Worded {
    @Override
    public String text() {
      return ToolJson.MAPPER.writeValueAsString(page == null ? agents : this);
    }
  }

  /// What is known of one agent.
  public record Status(
      String agentId,
      @Description("ready, running, completed or stopped.") @Nullable String status,
      @Nullable String agent,
      @Nullable Instant startedAt,
      @Nullable Instant completedAt,
      @Nullable Instant stoppedAt,
      @Nullable String summary,
      @Description("What the word completed rests on: claimed, assumed or verified.")
          @Nullable String evidence,
      @Description("The acceptance checks that the server made itself.")
          @Nullable List<Checked> checks,
      @Description("In bytes, uncompressed.") @Nullable Long payloadSize,
      @Nullable String payloadUrl,
      @Description("The beginning of the last text it said, while it runs.")
          @Nullable String recentOutput,
      @Description("What it waits for before it goes on.") @Nullable List<Waiting> waitingFor,
      @Description("Why it has not begun, if it waits in line.") @Nullable String queueReason,
      @Description("When something was last heard of its program.") @Nullable Instant lastOutputAt,
      @Description("active, waiting, or stalled: no output and no work for longer than it may.")
          @Nullable String liveness,
      @Description("Whether something of it is still at work after its end.")
          @Nullable Boolean ending,
      @Description("What it has cost so far; null if some of it has no known price.")
          @Nullable BigDecimal costUsd,
      @Description(
              "What was asked for and could not be done, such as a tool that its program does not have.")
          @Nullable List<String> warnings,
      @Description("What it does on its clone, if it has one.") @Nullable IsolatedView isolation,
      @Description("Why it stopped, or that there is no such agent.") @Nullable String error,
      @Description("What is left of texts that are too long for one answer.")
          @Nullable List<Reading.Rest> rest) {

    /// With texts that may have so many characters each.
    private Status sized(int from, int most) {
      var shortSummary = Reading.piece(agentId, "summary", summary, from, most);
      var shortError = Reading.piece(agentId, "error", error, from, most);
      return new Status(
          agentId,
          status,
          agent,
          startedAt,
          completedAt,
          stoppedAt,
          shortSummary.text(),
          evidence,
          checks,
          payloadSize,
          payloadUrl,
          recentOutput,
          waitingFor,
          queueReason,
          lastOutputAt,
          liveness,
          ending,
          costUsd,
          warnings,
          isolation,
          shortError.text(),
          Reading.rests(shortSummary, shortError));
    }
  }

  /// One thing that an agent waits for.
  public record Waiting(String id, String kind, String text) {}

  private final Staff staff;
  private final Function<Run, String> payloadUrl;

  AgentStatus(Staff staff, Function<Run, String> payloadUrl) {
    this.staff = staff;
    this.payloadUrl = payloadUrl;
  }

  @Override
  public Output call(Input input, Call call) {
    var caller = Principal.of(call);
    var found = find(caller, input.agentIds);
    staff.markSeen(caller, found.values());
    int total = input.agentIds.size();
    int offset = Math.min(input.offset, total);
    int share = Reading.share(total - offset);
    var all =
        input.agentIds.subList(offset, total).stream()
            .map(id -> found.containsKey(id) ? status(found.get(id)) : unknown(id))
            .map(status -> status.sized(input.offsetInText, share))
            .toList();
    var shown = Reading.fitting(all);
    return new Output(shown, Reading.Page.of(total, offset, shown.size()));
  }

  /// By the texts that were asked for: what cannot be a handle is merely not found.
  private Map<String, Run> find(Caller caller, List<String> texts) {
    var ids = new LinkedHashMap<String, RunId>();
    for (var text : texts) {
      try {
        ids.put(text, RunId.of(text));
      } catch (RetinueException _) {
        // Its answer says so.
      }
    }
    var runs = staff.find(caller, ids.values());
    var found = new LinkedHashMap<String, Run>();
    ids.forEach(
        (text, id) -> {
          var run = runs.get(id);
          if (run != null) {
            found.put(text, run);
          }
        });
    return found;
  }

  private Status status(Run run) {
    return status(run, staff.crew().glance(run), payloadUrl);
  }

  /// What is known of a run.
  ///
  /// @param payloadUrl where its payload can be fetched
  public static Status status(Run run, Glance glance, Function<Run, String> payloadUrl) {
    var usage = run.dossier().usage();
    var payload = run.dossier().payload();
    var warnings = run.dossier().warnings();
    var needs = run.needs().stream().map(AgentStatus::waiting).toList();
    return new Status(
        run.id().text(),
        Words.status(run.state()),
        run.commission().agent().name(),
        Words.startedAt(run),
        Words.completedAt(run),
        Words.stoppedAt(run),
        Words.summary(run),
        Words.evidence(run),
        Checked.of(run),
        payload == null ? null : payload.bytes(),
        payload == null ? null : payloadUrl.apply(run),
        run.state().active() ? run.dossier().recentOutput() : null,
        needs.isEmpty() ? null : needs,
        glance.queueReason(),
        glance.lastOutputAt(),
        glance.liveness() == null ? null : glance.liveness().word(),
        run.ending() ? true : null,
        usage.unpriced() ? null : usage.cost().usd(),
        warnings.isEmpty() ? null : warnings,
        IsolatedView.of(run),
        Words.error(run),
        null);
  }

  private static Waiting waiting(Need need) {
    return new Waiting(need.id(), need.kind().word(), need.text());
  }

  private static Status unknown(String id) {
    return new Status(
        id, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
        null, null, null, null, null, NOT_FOUND, null);
  }
}
