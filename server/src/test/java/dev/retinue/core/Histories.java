package dev.retinue.core;

import static dev.retinue.core.Sample.NOON;

import dev.retinue.core.NaiveRun.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Plays histories on a run and on the naive one, and complains about the first difference.
final class Histories {
  private static final int SHORTEST = 5;
  private static final int LONGEST = 40;
  private static final Run NEW = Sample.run();
  private static final Set<String> ENDINGS = Set.of("Completed", "Failed", "Stopped");
  private static final Set<String> AFTER_THE_END =
      Set.of("Spent", "Released", "Learned", "Printed", "ResultCameLate");
  private static final List<Instant> TIMES =
      IntStream.range(0, LONGEST).mapToObj(NOON::plusSeconds).toList();

  /// What leads on is done more often than what ends, so that histories come far.
  private static final List<Step> CHOICES = choices();

  private final Commands commands;

  /// How a step is done to the run that is looked at.
  interface Commands {
    List<RunEvent> apply(Step step, Run run, Instant now);
  }

  Histories(Commands commands) {
    this.commands = commands;
  }

  private static List<Step> choices() {
    var choices = new ArrayList<Step>();
    for (var step : Step.values()) {
      int weight =
          switch (step) {
            case QUEUE, START -> 6;
            case REQUEUE, RELEASE, ASK_COLOUR, ASK_LEAVE, ANSWER_COLOUR, ANSWER_LEAVE -> 3;
            case COMPLETE, COMPLETE_WITH_PAYLOAD, COMPLETE_AND_PASS, COMPLETE_IN_VAIN, FAIL, STOP ->
                1;
            default -> 2;
          };
      choices.addAll(Collections.nCopies(weight, step));
    }
    return List.copyOf(choices);
  }

  static List<Step> generate(long seed) {
    var random = new SplittableRandom(seed);
    int length = random.nextInt(SHORTEST, LONGEST + 1);
    var steps = new ArrayList<Step>(length);
    for (int i = 0; i < length; i++) {
      steps.add(CHOICES.get(random.nextInt(CHOICES.size())));
    }
    return steps;
  }

  /// The shortest history that can be made of this one and still shows a difference.
  List<Step> shrink(List<Step> failing) {
    for (int i = 0; i < failing.size(); i++) {
      var shorter = new ArrayList<>(failing);
      shorter.remove(i);
      if (complaint(shorter).isPresent()) {
        return shrink(shorter);
      }
    }
    return failing;
  }

  /// What is wrong after one of these steps.
  Optional<String> complaint(List<Step> steps) {
    var run = NEW;
    var naive = new NaiveRun();
    var history = new ArrayList<RunEvent>();
    State ending = null;
    int endings = 0;
    for (int i = 0; i < steps.size(); i++) {
      var before = run;
      var events = commands.apply(steps.get(i), run, TIMES.get(i));
      var expected = naive.does(steps.get(i));
      run = run.apply(events);
      history.addAll(events);
      endings += endingsIn(events);
      var wrong = wrong(before, events, expected, run, naive);
      if (wrong == null) {
        wrong = wrongSinceTheBeginning(run, history, endings, ending);
      }
      if (wrong != null) {
        return Optional.of("after %s, step %d: %s".formatted(steps.get(i), i + 1, wrong));
      }
      ending = run.ended() ? run.state() : null;
    }
    return replayed(history).equals(run) ? Optional.empty() : Optional.of("replay gives another");
  }

  /// Event by event, as after a restart.
  private static Run replayed(List<RunEvent> history) {
    var again = NEW;
    for (var event : history) {
      again = again.apply(event);
    }
    return again;
  }

  private static @Nullable String wrong(
      Run before, List<RunEvent> events, List<String> expected, Run after, NaiveRun naive) {
    var kinds = kinds(events);
    if (before.ended() && !AFTER_THE_END.containsAll(kinds)) {
      return "an ended run answered with " + events;
    }
    if (!kinds.equals(expected)) {
      return "%s instead of %s".formatted(events, expected);
    }
    if (!after.state().word().equals(naive.word()) || after.ended() != naive.over()) {
      return "%s instead of %s".formatted(after.state(), naive.word());
    }
    var tenure = after.tenure();
    if (tenure.occupied() != naive.inHand() || after.ending() != (naive.inHand() && naive.over())) {
      return "occupied is %s".formatted(tenure.occupied());
    }
    if (tenure.epoch() != naive.timesTaken || tenure.epoch() < before.tenure().epoch()) {
      return "the epoch is %d instead of %d".formatted(tenure.epoch(), naive.timesTaken);
    }
    long tokens = after.dossier().usage().tokens();
    return tokens == naive.tokens
        ? null
        : "%d tokens instead of %d".formatted(tokens, naive.tokens);
  }

  private static @Nullable String wrongSinceTheBeginning(
      Run run, List<RunEvent> history, int endings, @Nullable State ending) {
    if (run.sequence() != history.size()) {
      return "the sequence is %d after %d events".formatted(run.sequence(), history.size());
    }
    if (ending != null && !ending.equals(run.state())) {
      return "the ending %s became %s".formatted(ending, run.state());
    }
    if (run.state().active() && !run.tenure().occupied() && !run.parked()) {
      return "nobody carries it out";
    }
    return endings == (run.ended() ? 1 : 0) ? null : "%d endings".formatted(endings);
  }

  private static int endingsIn(List<RunEvent> events) {
    int endings = 0;
    for (var kind : kinds(events)) {
      endings += ENDINGS.contains(kind) ? 1 : 0;
    }
    return endings;
  }

  private static List<String> kinds(List<RunEvent> events) {
    if (events.isEmpty()) {
      return List.of();
    }
    var kinds = new ArrayList<String>(events.size());
    for (var event : events) {
      kinds.add(event.getClass().getSimpleName());
    }
    return kinds;
  }
}
