package dev.retinue.runtime.llm;

import dev.retinue.core.FailureReason;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Usage;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Model;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.llm.Reply;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Asks a model once more: reserves what it may cost, waits out what passes, shortens what is too
/// long, and settles.
final class Asking {
  private static final int MOST_TRIES = 8;
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private final Work work;
  private final Model model;
  private final Costs costs;
  private final String system;
  private final List<ToolSpec> tools;
  private final InstantSource clock;
  private boolean withoutTools;
  private int condensed;

  Asking(
      Work work,
      Model model,
      Costs costs,
      String system,
      List<ToolSpec> tools,
      InstantSource clock) {
    this.work = work;
    this.model = model;
    this.costs = costs;
    this.system = system;
    this.tools = tools;
    this.clock = clock;
  }

  /// The answer is recorded, with its price, when this returns.
  ///
  /// @param events what an answer comes to
  void ask(Transcript transcript, Function<Reply, List<RunEvent>> events)
      throws InterruptedException {
    for (int failures = 0; !work.ended(); ) {
      var prompt = prompt(transcript);
      var estimate = costs.estimate(prompt);
      work.reserve(estimate);
      try {
        var reply = model.ask(prompt, Model.Listener.NONE);
        var said = events.apply(reply);
        work.settle(estimate, costs.of(reply), said);
        transcript.add(said);
        return;
      } catch (ModelException e) {
        work.settle(estimate, Usage.NONE, List.of());
        failures = handle(e, transcript, failures);
      }
    }
  }

  private Prompt prompt(Transcript transcript) {
    return new Prompt(
        system,
        transcript.turns(),
        withoutTools ? List.of() : tools,
        Prompt.Settings.USUAL);
  }

  private int handle(ModelException trouble, Transcript transcript, int failures)
      throws InterruptedException {
    switch (trouble.kind()) {
      case NO_TOOLS, INVALID -> {
        if (withoutTools || tools.isEmpty() || trouble.kind() != ModelException.Kind.NO_TOOLS && failures > 0) {
          fail(trouble);
        } else {
          withoutTools = true;
          note("%s It is asked without tools.".formatted(trouble.getMessage()));
        }
        return failures + 1;
      }
      case CONTEXT -> {
        condense(trouble, transcript);
        return failures;
      }
      case RATE_LIMIT, OVERLOADED, BROKEN, TIMEOUT, UNREACHABLE -> {
        if (failures + 1 >= MOST_TRIES) {
          fail(trouble);
        } else {
          pause(trouble, failures);
        }
        return failures + 1;
      }
      case AUTH, QUOTA -> {
        fail(trouble);
        return failures;
      }
    }
    return failures;
  }

  private void pause(ModelException trouble, int failures) throws InterruptedException {
    var asked = trouble.retryAfter().orElse(Duration.ofMillis(500L << Math.min(failures, 8)));
    var pause = asked.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : asked;
    note("%s It is asked again in %.1f s.".formatted(trouble.getMessage(), pause.toMillis() / 1e3));
    var ended = new CountDownLatch(1);
    work.whenEnded(ended::countDown);
    var _ = ended.await(pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void condense(ModelException trouble, Transcript transcript)
      throws InterruptedException {
    if (++condensed > 3) {
      fail(trouble);
      return;
    }
    var summary = new Condensing(work, model, costs).summary(transcript.turns());
    var event = new RunEvent.Condensed(now(), summary);
    work.tell(event);
    transcript.add(List.of(event));
  }

  private void note(String sentence) {
    work.tell(new RunEvent.Noted(now(), sentence));
  }

  private void fail(ModelException trouble) {
    work.fail(reason(trouble.kind()), String.valueOf(trouble.getMessage()));
  }

  private static FailureReason reason(ModelException.Kind kind) {
    return switch (kind) {
      case AUTH -> FailureReason.AUTH;
      case QUOTA, RATE_LIMIT -> FailureReason.QUOTA;
      case TIMEOUT -> FailureReason.TIMEOUT;
      case OVERLOADED, CONTEXT, NO_TOOLS, INVALID, BROKEN, UNREACHABLE -> FailureReason.ERROR;
    };
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
