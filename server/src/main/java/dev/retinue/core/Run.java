package dev.retinue.core;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One piece of work by one agent, and the only thing that executes.
///
/// Commands answer with events and change nothing; `apply` is the only change. An ended run answers
/// a command with no event, so that stopping and completing twice is harmless without a special
/// case.
///
/// @param sequence how many events it has
public record Run(
    RunId id, Commission commission, State state, Tenure tenure, Dossier dossier, long sequence) {

  public static Run create(RunId id, Commission commission) {
    return new Run(id, commission, new State.Ready(), Tenure.NONE, Dossier.EMPTY, 0);
  }

  // What can be asked of a run.

  public List<RunEvent> queue(Instant now) {
    return switch (state) {
      case State.Ready _ -> List.of(new RunEvent.Queued(now));
      case State.Queued _,
          State.Running _,
          State.Waiting _,
          State.Completed _,
          State.Failed _,
          State.Stopped _ ->
          List.of();
    };
  }

  /// A runtime takes it. One that is occupied is not taken twice.
  public List<RunEvent> start(Instant now) {
    boolean free = state instanceof State.Queued && !tenure.occupied();
    return free ? List.of(new RunEvent.Started(now)) : List.of();
  }

  /// What carried it out is gone, and another is to go on with it.
  public List<RunEvent> requeue(Instant now, String why) {
    return state.active() ? List.of(new RunEvent.Requeued(now, why)) : List.of();
  }

  /// Nothing of it is left. One that has not ended is queued again instead, or it would be called
  /// running while nobody is at work.
  public List<RunEvent> release(Instant now) {
    return ending() ? List.of(new RunEvent.Released(now)) : List.of();
  }

  /// It cannot go on until this time has come, and nothing of it is at work meanwhile.
  public List<RunEvent> park(Need need, Map<String, String> facts, Instant now) {
    boolean open = needs().stream().anyMatch(other -> other.id().equals(need.id()));
    return atWork() && !open
        ? List.of(
            new RunEvent.Learned(now, facts),
            new RunEvent.Asked(now, need),
            new RunEvent.Released(now))
        : List.of();
  }

  /// Another run goes on with what was said in this one, after its end.
  public List<RunEvent> follow(Map<String, String> facts, Instant now) {
    return ended() ? List.of(new RunEvent.Learned(now, facts)) : List.of();
  }

  /// Its caller says something to it while it is at work.
  public List<RunEvent> steer(String text, Instant now) {
    return atWork() ? List.of(new RunEvent.Steered(now, text)) : List.of();
  }

  /// Something was seen: text, a tool call, a fact. Only a run at work has anything to say.
  public List<RunEvent> observe(RunEvent seen) {
    return switch (seen) {
      case RunEvent.Said _,
          RunEvent.Thought _,
          RunEvent.ToolCalled _,
          RunEvent.ToolAnswered _,
          RunEvent.Told _,
          RunEvent.Condensed _,
          RunEvent.AgentSwitching _,
          RunEvent.ModelFallback _,
          RunEvent.Noted _,
          RunEvent.Checked _ ->
          atWork() ? List.of(seen) : List.of();
      // Its caller may begin the result before the run has a slot.
      case RunEvent.Delivered _ ->
          state.active() || state instanceof State.Queued ? List.of(seen) : List.of();
      // The last of these come from a process that is being ended.
      case RunEvent.Learned _, RunEvent.Printed _ -> tenure.occupied() ? List.of(seen) : List.of();
      case RunEvent.Created _,
          RunEvent.Queued _,
          RunEvent.Started _,
          RunEvent.Requeued _,
          RunEvent.Released _,
          RunEvent.Steered _,
          RunEvent.Asked _,
          RunEvent.Answered _,
          RunEvent.Spent _,
          RunEvent.BudgetRaised _,
          RunEvent.Completed _,
          RunEvent.Failed _,
          RunEvent.Stopped _,
          RunEvent.ResultCameLate _ ->
          throw new IllegalArgumentException("not an observation: " + seen);
    };
  }

  /// Money is spent whatever the state: what was in flight when the run ended still has its price.
  public List<RunEvent> spend(Usage usage, Instant now) {
    return usage.isNone() ? List.of() : List.of(new RunEvent.Spent(now, usage));
  }

  public List<RunEvent> ask(Need need, Instant now) {
    boolean open = needs().stream().anyMatch(other -> other.id().equals(need.id()));
    return atWork() && !open ? List.of(new RunEvent.Asked(now, need)) : List.of();
  }

  public List<RunEvent> answer(String need, String answer, Instant now) {
    boolean open = needs().stream().anyMatch(other -> other.id().equals(need));
    return open && !parked() ? List.of(new RunEvent.Answered(now, need, answer)) : List.of();
  }

  public List<RunEvent> complete(
      String summary, @Nullable Blob payload, State.Evidence evidence, Instant now) {
    return complete(summary, payload, evidence, List.of(), now);
  }

  /// It says that it is done, and the server has looked. What passes every check is verified; what
  /// does not is a failure, and the result is kept beside it.
  public List<RunEvent> complete(
      String summary,
      @Nullable Blob payload,
      State.Evidence evidence,
      List<Verdict> verdicts,
      Instant now) {
    return switch (state) {
      case State.Completed _, State.Failed _ -> List.of();
      case State.Stopped _ ->
          dossier.late() == null
              ? List.of(new RunEvent.ResultCameLate(now, summary, payload))
              : List.of();
      case State.Ready _, State.Queued _, State.Running _, State.Waiting _ -> {
        var events = new ArrayList<RunEvent>();
        if (payload != null) {
          events.add(new RunEvent.Delivered(now, payload));
        }
        verdicts.forEach(it -> events.add(RunEvent.Checked.of(now, it)));
        var unfit = verdicts.stream().filter(it -> !it.passed()).toList();
        if (unfit.isEmpty()) {
          var found = verdicts.isEmpty() ? evidence : State.Evidence.VERIFIED;
          events.add(new RunEvent.Completed(now, summary, found));
        } else {
          events.add(new RunEvent.Failed(now, FailureReason.INVALID_OUTPUT, sentence(unfit)));
          events.add(new RunEvent.ResultCameLate(now, summary, null));
        }
        yield List.copyOf(events);
      }
    };
  }

  private static String sentence(List<Verdict> unfit) {
    var named =
        unfit.stream()
            .map(it -> "'%s' (%s)".formatted(it.check(), it.detail()))
            .collect(Collectors.joining(", "));
    return "it said that it was done, but did not pass " + named;
  }

  public List<RunEvent> fail(FailureReason reason, String message, Instant now) {
    return state.ended() ? List.of() : List.of(new RunEvent.Failed(now, reason, message));
  }

  public List<RunEvent> stop(String why, Instant now) {
    return state.ended() ? List.of() : List.of(new RunEvent.Stopped(now, why));
  }

  public List<RunEvent> raise(Budget budget, Instant now) {
    return state.ended() ? List.of() : List.of(new RunEvent.BudgetRaised(now, budget));
  }

  // What happens to it.

  public Run apply(List<RunEvent> events) {
    var run = this;
    for (var event : events) {
      run = run.apply(event);
    }
    return run;
  }

  public Run apply(RunEvent event) {
    var next =
        switch (event) {
          case RunEvent.Created _,
              RunEvent.ToolCalled _,
              RunEvent.ToolAnswered _,
              RunEvent.Thought _,
              RunEvent.Told _,
              RunEvent.Condensed _,
              RunEvent.ModelFallback _,
              RunEvent.Noted _,
              RunEvent.BudgetRaised _ ->
              this;
          case RunEvent.AgentSwitching(var _, var _, var to, var digest) ->
              with(dossier.learned(Speakers.of(this).then(to, digest)));
          case RunEvent.Steered _ -> with(dossier.learned(Steering.oneMore(this)));
          case RunEvent.Checked checked -> with(dossier.checked(checked.verdict()));
          case RunEvent.Queued _ -> in(new State.Queued());
          case RunEvent.Started(var at) -> in(new State.Running()).with(tenure.taken(at));
          case RunEvent.Requeued _ -> in(new State.Queued()).with(tenure.released());
          case RunEvent.Released _ -> with(tenure.released());
          case RunEvent.Said(var _, var text) -> with(dossier.said(text));
          case RunEvent.Learned(var _, var facts) -> with(dossier.learned(facts));
          case RunEvent.Delivered(var _, var payload) -> with(dossier.delivered(payload));
          case RunEvent.Printed(var _, var output) -> with(dossier.printed(output));
          case RunEvent.Spent(var _, var usage) -> with(dossier.spent(usage));
          case RunEvent.Asked(var _, var need) -> in(State.waitingFor(needsWith(need)));
          case RunEvent.Answered(var _, var need, var _) ->
              in(State.waitingFor(needsWithout(need)));
          case RunEvent.Completed(var at, var summary, var evidence) ->
              in(new State.Completed(at, summary, evidence));
          case RunEvent.Failed(var at, var reason, var message) ->
              in(new State.Failed(at, reason, message));
          case RunEvent.Stopped(var at, var why) -> in(new State.Stopped(at, why));
          case RunEvent.ResultCameLate(var at, var summary, var payload) ->
              with(dossier.late(at, summary).delivered(payload));
        };
    return new Run(id, commission, next.state, next.tenure, next.dossier, sequence + 1);
  }

  public Run activeFor(Duration soFar) {
    return with(tenure.active(soFar));
  }

  public Run reserving(Usage all) {
    return with(tenure.reserving(all));
  }

  // What can be seen of it.

  public boolean ended() {
    return state.ended();
  }

  /// Its ending is written, but something of it may still be at work.
  public boolean ending() {
    return ended() && tenure.occupied();
  }

  /// It waits for a time, and nothing of it is at work.
  public boolean parked() {
    return state instanceof State.Waiting && !tenure.occupied();
  }

  private boolean atWork() {
    return state.active() && tenure.occupied();
  }

  public List<Need> needs() {
    return state instanceof State.Waiting(var needs) ? needs : List.of();
  }

  public RunId root() {
    return commission.lineage().rootOf(id);
  }

  public Map<String, String> facts() {
    return dossier.facts();
  }

  public @Nullable Instant endedAt() {
    return switch (state) {
      case State.Completed(var at, var _, var _) -> at;
      case State.Failed(var at, var _, var _) -> at;
      case State.Stopped(var at, var _) -> at;
      case State.Ready _, State.Queued _, State.Running _, State.Waiting _ -> null;
    };
  }

  /// The runs whose accounts pay for this one, the root first.
  public List<RunId> payers() {
    var payers = new ArrayList<RunId>();
    for (var link : commission.lineage().above()) {
      if (link.budgeted()) {
        payers.add(link.run());
      }
    }
    if (hasAccount()) {
      payers.add(id);
    }
    return List.copyOf(payers);
  }

  /// A root counts what its tree uses even without a limit.
  public boolean hasAccount() {
    return commission.lineage().depth() == 0 || !commission.terms().budget().isUnlimited();
  }

  private List<Need> needsWith(Need need) {
    var all = new ArrayList<>(needs());
    all.add(need);
    return all;
  }

  private List<Need> needsWithout(String need) {
    return needs().stream().filter(other -> !other.id().equals(need)).toList();
  }

  private Run in(State next) {
    return new Run(id, commission, next, tenure, dossier, sequence);
  }

  private Run with(Tenure next) {
    return new Run(id, commission, state, next, dossier, sequence);
  }

  private Run with(Dossier next) {
    return new Run(id, commission, state, tenure, next, sequence);
  }
}
