package dev.retinue.runtime.llm;

import dev.retinue.core.RunEvent;
import dev.retinue.core.Spend;
import dev.retinue.core.Usage;
import dev.retinue.core.port.Pen;
import dev.retinue.core.port.Work;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Asks a model, and asks again what may succeed later: the same one, or one that stands in for it.
/// What a question may cost is reserved before it is sent.
final class Patient {
  static final int MOST_TRIES = 6;

  /// Whoever is to wait longer does so without a slot.
  static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Traced traced;
  private final Work work;
  private final Lineup lineup;
  private final Times times;
  private final RandomGenerator random;
  private final Manner manner;
  private String known;

  Patient(Traced traced, Lineup lineup, Times times, RandomGenerator random, Manner manner) {
    this.traced = traced;
    this.work = traced.work();
    this.lineup = lineup;
    this.times = times;
    this.random = random;
    this.manner = manner;
    this.known = Spend.model(work.run());
  }

  /// How a model is asked.
  ///
  /// @param firstPause before it is asked once more; each further one is twice as long
  record Manner(Prompt.Settings settings, Duration firstPause) {
    static final Manner USUAL = new Manner(Prompt.Settings.USUAL, Duration.ofMillis(500));
  }

  /// Which model is asked now.
  String model() {
    return lineup.current().name();
  }

  Prompt.Settings settings() {
    return manner.settings();
  }

  /// How many tokens the model reads that is asked now.
  long context() {
    return lineup.current().context();
  }

  /// The answer is recorded, with its price, when this returns.
  ///
  /// @param pen writes down what it says, while it does
  /// @param prompt made anew for every model, because not all take the same
  /// @param owed what was seen before, and is recorded before it is asked
  /// @param events what an answer comes to
  /// @throws ModelException if there is none, and to ask once more does not help for now
  void ask(
      Pen pen, Supplier<Prompt> prompt, List<RunEvent> owed, Function<Reply, List<RunEvent>> events)
      throws InterruptedException {
    lineup.begin();
    int tries = 1;
    for (var seen = owed; ; seen = List.of()) {
      try {
        once(pen, prompt.get(), seen, events);
        return;
      } catch (ModelException e) {
        var pause = pause(e, tries);
        if (mayHelp(e, tries) && pause.compareTo(LONGEST_PAUSE) <= 0) {
          await(e, pause);
          tries++;
        } else if (lineup.goOn(e)) {
          tries = 1;
        } else {
          throw e;
        }
      }
    }
  }

  private void once(
      Pen pen, Prompt prompt, List<RunEvent> owed, Function<Reply, List<RunEvent>> events)
      throws InterruptedException {
    var costs = lineup.current().costs();
    var estimate = costs.estimate(prompt);
    work.reserve(estimate, owed);
    var used = Usage.NONE;
    try {
      var reply = listen(pen, prompt);
      used = costs.of(reply);
      requireAnswer(reply);
      work.settle(estimate, used, withModel(costs.model(), events.apply(reply)));
    } catch (ModelException e) {
      work.settle(estimate, used.isNone() ? costs.of(e.tokens()) : used);
      throw e;
    }
  }

  /// What it costs is kept by the model that was asked, which may be another than the run's.
  private List<RunEvent> withModel(String asked, List<RunEvent> seen) {
    if (asked.equals(known)) {
      return seen;
    }
    known = asked;
    var events = new ArrayList<RunEvent>();
    events.add(new RunEvent.Learned(times.now(), Map.of(Spend.MODEL, asked)));
    events.addAll(seen);
    return events;
  }

  private Reply listen(Pen pen, Prompt prompt) throws InterruptedException {
    pen.begin();
    try {
      var model = lineup.current().chosen().model();
      return traced.chat(model(), () -> model.ask(prompt, new Heartbeat(work, times, pen)));
    } finally {
      pen.end();
    }
  }

  /// Whether to ask the same one once more. Who has had enough of us is not asked again while there
  /// is another.
  private boolean mayHelp(ModelException trouble, int tries) {
    return lineup.isAlone()
        ? trouble.kind().passes() && tries < MOST_TRIES
        : trouble.kind().passes()
            && trouble.kind() != Kind.RATE_LIMIT
            && tries < lineup.mostTries();
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
