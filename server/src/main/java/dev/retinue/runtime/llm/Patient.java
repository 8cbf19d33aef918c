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
  private static final int MOST_TRIES = 6;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

  /// Whoever is to wait longer does so without a slot.
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Work work;
  private final Model model;
  private final Costs costs;
  private final Times times;
  private final RandomGenerator random;

  Patient(Work work, Model model, Costs costs, Times times, RandomGenerator random) {
    this.work = work;
    this.model = model;
    this.costs = costs;
    this.times = times;
    this.random = random;
  }

  /// The answer is recorded, with its price, when this returns.
  ///
  /// @param events what an answer comes to
  /// @throws ModelException if there is none, and to ask once more does not help for now
  Reply ask(Prompt prompt, Function<Reply, List<RunEvent>> events) throws InterruptedException {
    for (int tries = 1; ; tries++) {
      var estimate = costs.estimate(prompt);
      work.reserve(estimate);
      try {
        var reply = answer(prompt);
        work.settle(estimate, costs.of(reply), events.apply(reply));
        return reply;
      } catch (ModelException e) {
        work.settle(estimate, Usage.NONE);
        var pause = pause(e, tries);
        if (!e.kind().passes() || tries == MOST_TRIES || pause.compareTo(LONGEST_PAUSE) > 0) {
          throw e;
        }
        await(e, pause);
      }
    }
  }

  private Reply answer(Prompt prompt) throws InterruptedException {
    var reply = model.ask(prompt, new Heartbeat(work, times));
    if (reply.parts().isEmpty()) {
      throw new ModelException(Kind.BROKEN, "The model answered with nothing.");
    }
    return reply;
  }

  /// What the provider asks for, else twice as long each time, and not all at the same moment.
  private Duration pause(ModelException trouble, int tries) {
    return trouble
        .retryAfter()
        .orElseGet(
            () -> {
              long millis = FIRST_PAUSE.toMillis() << (tries - 1);
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
