package dev.retinue.runtime.llm;

import dev.retinue.core.RunEvent;
import dev.retinue.core.Usage;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Model;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// Asks a model, and asks again what may succeed later. What a question may cost is reserved before
/// it is sent.
final class Patient {
  static final int MOST_TRIES = 6;

  /// Whoever is to wait longer does so without a slot.
  static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Work work;
  private final Model model;
  private final Costs costs;
  private final Times times;
  private final RandomGenerator random;
  private final Manner manner;

  Patient(Work work, Model model, Costs costs, Times times, RandomGenerator random, Manner manner) {
    this.work = work;
    this.model = model;
    this.costs = costs;
    this.times = times;
    this.random = random;
    this.manner = manner;
  }

  /// How a model is asked.
  ///
  /// @param firstPause before it is asked once more; each further one is twice as long
  record Manner(Prompt.Settings settings, Duration firstPause) {
    static final Manner USUAL = new Manner(Prompt.Settings.USUAL, Duration.ofMillis(500));
  }

  Prompt.Settings settings() {
    return manner.settings();
  }

  /// The answer is recorded, with its price, when this returns.
  ///
  /// @param owed what was seen before, and is recorded before it is asked
  /// @param events what an answer comes to
  /// @throws ModelException if there is none, and to ask once more does not help for now
  void ask(Prompt prompt, List<RunEvent> owed, Function<Reply, List<RunEvent>> events)
      throws InterruptedException {
    for (int tries = 1; ; tries++) {
      var estimate = costs.estimate(prompt);
      work.reserve(estimate, tries == 1 ? owed : List.of());
      var used = Usage.NONE;
      try {
        var reply = model.ask(prompt, new Heartbeat(work, times));
        used = costs.of(reply);
        requireAnswer(reply);
        work.settle(estimate, used, events.apply(reply));
        return;
      } catch (ModelException e) {
        work.settle(estimate, used.isNone() ? costs.of(e.tokens()) : used);
        var pause = pause(e, tries);
        if (!e.kind().passes() || tries == MOST_TRIES || pause.compareTo(LONGEST_PAUSE) > 0) {
          throw e;
        }
        await(e, pause);
      }
    }
  }

  /// Nothing has its price, too. Who refuses to answer need not say more.
  private static void requireAnswer(Reply reply) {
    if (reply.parts().isEmpty() && reply.stop() != Reply.Stop.REFUSED) {
      throw new ModelException(Kind.BROKEN, "The model answered with nothing.");
    }
  }

  /// What the provider asks for, else twice as long each time, and not all at the same moment.
  private Duration pause(ModelException trouble, int tries) {
    return trouble
        .retryAfter()
        .orElseGet(
            () -> {
              long millis = manner.firstPause().toMillis() << (tries - 1);
              return Duration.ofMillis(millis / 2 + random.nextLong(millis));
            });
  }

  private void await(ModelException trouble, Duration pause) throws InterruptedException {
    work.tell(
        new RunEvent.Noted(
            times.now(),
            "%s It is asked again in %.1f s."
                .formatted(trouble.getMessage(), pause.toMillis() / 1e3)));
    var ended = new CountDownLatch(1);
    work.whenEnded(ended::countDown);
    var _ = ended.await(pause.toMillis(), TimeUnit.MILLISECONDS);
  }
}
