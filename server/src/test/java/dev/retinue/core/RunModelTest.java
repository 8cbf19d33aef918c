package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.retinue.core.NaiveRun.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Compares the run with a naive one, over a million histories of 5 to 40 steps.
class RunModelTest {
  private static final long HISTORIES = 1_000_000;

  /// Another one explores other histories.
  private static final long SEED = Long.getLong("histories.seed", 1);

  private static final Usage USAGE = Sample.usage("0.001", 7, 1);
  private static final Blob BLOB = new Blob("blob", 3, 23, 1);
  private static final Budget BUDGET = Budget.cost(Money.usd("2"));
  private static final Need COLOUR = new Need("colour", Need.Kind.ANSWER, "Which?", null);
  private static final Need LEAVE = new Need("leave", Need.Kind.PERMISSION, "May I?", null);

  private static final Need TIME = new Need("time", Need.Kind.QUOTA, "Until noon.", null);

  private static final Verdict PASSED = new Verdict("tests", true, "");
  private static final Verdict UNFIT = new Verdict("lint", false, "");

  @Test
  void a_run_does_in_every_history_what_the_naive_one_does() {
    var histories = new Histories(RunModelTest::apply);
    var failing = firstFailing(histories);
    if (failing.isPresent()) {
      long seed = failing.getAsLong();
      var shrunk = histories.shrink(Histories.generate(seed));
      fail("seed %d: %s, in %s", seed, histories.complaint(shrunk).orElseThrow(), shrunk);
    }
  }

  private static OptionalLong firstFailing(Histories histories) {
    return LongStream.range(SEED * HISTORIES, (SEED + 1) * HISTORIES)
        .parallel()
        .filter(seed -> histories.complaint(Histories.generate(seed)).isPresent())
        .findFirst();
  }

  @Test
  void every_step_is_taken_and_every_state_is_reached() {
    var steps = Histories.generate(SEED * HISTORIES);
    assertThat(steps).isEqualTo(Histories.generate(SEED * HISTORIES)).hasSizeBetween(5, 40);
    var states =
        LongStream.range(0, 1_000)
            .mapToObj(Histories::generate)
            .flatMap(history -> statesOf(history).stream());
    assertThat(states)
        .contains("ready", "queued", "running", "waiting", "completed", "failed", "stopped");
  }

  private static List<String> statesOf(List<Step> history) {
    var naive = new NaiveRun();
    return history.stream().peek(naive::does).map(_ -> naive.word()).toList();
  }

  /// The comparison is worth something only if it notices what it is there for.
  @Test
  void a_run_that_can_be_stopped_twice_is_found_and_shown_in_two_steps() {
    var broken =
        new Histories(
            (step, run, now) ->
                step == Step.STOP ? List.of(new RunEvent.Stopped(now, "")) : apply(step, run, now));
    long seed = firstFailing(broken).orElseThrow();
    var shrunk = broken.shrink(Histories.generate(seed));
    assertThat(shrunk).hasSize(2).endsWith(Step.STOP);
    assertThat(broken.complaint(shrunk).orElseThrow()).contains("step 2: an ended run answered");
  }

  private static List<RunEvent> apply(Step step, Run run, Instant now) {
    return switch (step) {
      case QUEUE -> run.queue(now);
      case START -> run.start(now);
      case REQUEUE -> run.requeue(now, "gone");
      case RELEASE -> run.release(now);
      case PARK -> run.park(TIME, Map.of("until", "noon"), now);
      case FOLLOW -> run.follow(Map.of("by", "another"), now);
      case SAY -> run.observe(new RunEvent.Said(now, "text"));
      case THINK -> run.observe(new RunEvent.Thought(now, "text"));
      case CALL_TOOL -> run.observe(new RunEvent.ToolCalled(now, "1", "read", "{}"));
      case HEAR_TOOL -> run.observe(new RunEvent.ToolAnswered(now, "1", "text", false));
      case STEER -> run.steer("text", now);
      case TELL -> run.observe(new RunEvent.Told(now, "text"));
      case CONDENSE -> run.observe(new RunEvent.Condensed(now, "text"));
      case HAND_OVER -> run.observe(new RunEvent.AgentSwitching(now, "one", "two", "digest"));
      case FALL_BACK -> run.observe(new RunEvent.ModelFallback(now, "a/one", "b/two", "busy"));
      case NOTE -> run.observe(new RunEvent.Noted(now, "text"));
      case DELIVER -> run.observe(new RunEvent.Delivered(now, BLOB));
      case CHECK -> run.observe(new RunEvent.Checked(now, "tests", true, ""));
      case LEARN -> run.observe(new RunEvent.Learned(now, Map.of("model", "m")));
      case PRINT -> run.observe(new RunEvent.Printed(now, BLOB));
      case SPEND -> run.spend(USAGE, now);
      case SPEND_NOTHING -> run.spend(Usage.NONE, now);
      case ASK_COLOUR -> run.ask(COLOUR, now);
      case ASK_LEAVE -> run.ask(LEAVE, now);
      case ANSWER_COLOUR -> run.answer("colour", "blue", now);
      case ANSWER_LEAVE -> run.answer("leave", "yes", now);
      case COMPLETE -> run.complete("done", null, State.Evidence.CLAIMED, now);
      case COMPLETE_WITH_PAYLOAD -> run.complete("done", BLOB, State.Evidence.VERIFIED, now);
      case COMPLETE_AND_PASS -> complete(run, null, List.of(PASSED, PASSED), now);
      case COMPLETE_IN_VAIN -> complete(run, BLOB, List.of(PASSED, UNFIT), now);
      case FAIL -> run.fail(FailureReason.ERROR, "broken", now);
      case STOP -> run.stop("enough", now);
      case RAISE -> run.raise(BUDGET, now);
    };
  }

  private static List<RunEvent> complete(
      Run run, @Nullable Blob payload, List<Verdict> verdicts, Instant now) {
    return run.complete("done", payload, State.Evidence.CLAIMED, verdicts, now);
  }
}
