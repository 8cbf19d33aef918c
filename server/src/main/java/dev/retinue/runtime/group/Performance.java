package dev.retinue.runtime.group;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.FailureReason;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.port.Work;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One plan as it is carried out. Errands are started in their order, and each once: after a
/// restart what was started is found again under its number, and what was refused stays refused.
final class Performance {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int LONGEST_REFUSAL = 500;

  private final Work work;
  private final GroupPlan plan;
  private final InstantSource clock;
  private final Map<Integer, String> refusals;
  private final Map<RunId, Run> over = new TreeMap<>();
  private final Set<RunId> atWork = new LinkedHashSet<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private int next = 1;

  Performance(Work work, GroupPlan plan, InstantSource clock) {
    this.work = work;
    this.plan = plan;
    this.clock = clock;
    this.refusals = new TreeMap<>(GroupPlan.refusals(work.now()));
  }

  void play() throws InterruptedException {
    work.whenEnded(ended::countDown);
    while (!work.ended()) {
      startNext();
      if (atWork.isEmpty()) {
        end();
        return;
      }
      work.awaitAny(atWork).forEach(this::note);
      // What those below have spent may be more than all of them together were given.
      work.charge(Usage.NONE);
    }
  }

  private void note(Run run) {
    atWork.remove(run.id());
    over.put(run.id(), run);
  }

  private void startNext() throws InterruptedException {
    while (next <= plan.errands().size() && atWork.size() < plan.maxConcurrency()) {
      if (!refusals.containsKey(next) && !start()) {
        return;
      }
      next++;
    }
  }

  /// Whether it is decided what becomes of the next one.
  private boolean start() throws InterruptedException {
    while (!work.ended()) {
      try {
        var run = work.delegate("errand-" + next, plan.numbered(next));
        atWork.add(run.id());
        return true;
      } catch (RetinueException e) {
        if (work.ended()) {
          return false;
        }
        if (isOverSoon(e)) {
          ended.await(e.retryAfter().orElse(PAUSE).toNanos(), TimeUnit.NANOSECONDS);
        } else if (e.code() == ErrorCode.LIMIT_EXCEEDED && !atWork.isEmpty()) {
          // What one at work was promised and does not use may be enough for this one.
          return false;
        } else {
          refuse(e.getMessage());
          return true;
        }
      }
    }
    return false;
  }

  /// A limit of the rate, or trouble with the disk.
  private static boolean isOverSoon(RetinueException e) {
    return e.retryAfter().isPresent() || e.code() == ErrorCode.SERVICE_UNAVAILABLE;
  }

  private void refuse(String why) {
    var sentence = Excerpt.of(why, LONGEST_REFUSAL);
    var at = clock.instant().truncatedTo(ChronoUnit.MICROS);
    work.tell(new RunEvent.Learned(at, Map.of(GroupPlan.refusalKey(next), sentence)));
    refusals.put(next, sentence);
  }

  private void end() {
    if (over.isEmpty()) {
      work.fail(
          FailureReason.REFUSED,
          "None of %d could be started: %s"
              .formatted(plan.errands().size(), refusals.values().iterator().next()));
    } else {
      var sentence = Outcome.sentence(plan.errands().size(), over.values(), refusals.size());
      if (over.values().stream().anyMatch(run -> run.state() instanceof State.Completed)) {
        work.complete(sentence, State.Evidence.CLAIMED);
      } else {
        work.fail(FailureReason.ERROR, sentence);
      }
    }
  }
}
