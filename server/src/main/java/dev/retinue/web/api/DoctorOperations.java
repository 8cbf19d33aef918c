package dev.retinue.web.api;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.schema.Description;
import dev.retinue.web.api.Operation.About;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// What the doctor finds. It starts programs to see their versions, so whoever asks meanwhile gets
/// what the first one gets, and for a few seconds that is not looked for again.
final class DoctorOperations {
  private static final Duration FRESH = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofSeconds(25);

  private final Examination examination;
  private final InstantSource clock;
  private @Nullable Look latest;

  record Diagnosis(
      @Description("Whether nothing fails.") boolean healthy,
      @Description("When it was looked for.") Instant checkedAt,
      List<Examination.Finding> findings) {}

  /// One examination, by a thread of its own.
  private static final class Look extends FutureTask<Diagnosis> {
    private final Instant at;

    Look(Examination examination, Instant at) {
      super(() -> diagnosis(examination, at));
      this.at = at;
      Thread.ofVirtual().name("doctor").start(this);
    }

    private static Diagnosis diagnosis(Examination examination, Instant at)
        throws InterruptedException {
      var findings = List.copyOf(examination.findings());
      return new Diagnosis(
          findings.stream().noneMatch(it -> it.level().equals("fail")), at, findings);
    }

    boolean isOld(Instant now) {
      return isDone() && !now.isBefore(at.plus(FRESH));
    }
  }

  DoctorOperations(Examination examination, InstantSource clock) {
    this.examination = examination;
    this.clock = clock;
  }

  Operation read() {
    return Operation.json(
        "GET",
        "/api/doctor",
        About.answering(
            "What 'retinue doctor' finds, in this daemon; for who sees what is everybody's.",
            Diagnosis.class),
        this::diagnosis);
  }

  private Diagnosis diagnosis(ApiCall call) {
    var caller = call.caller();
    caller.requireSight("What the doctor finds tells of everything");
    try {
      return look().get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The doctor is still looking; ask again in a few seconds, or run 'retinue doctor'.",
          e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RetinueException why) {
        throw new RetinueException(why.code(), why.getMessage(), e);
      }
      throw new IllegalStateException("the doctor failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "The daemon is ending; ask the next one.", e);
    }
  }

  private synchronized Look look() {
    var now = clock.instant();
    var look = latest;
    if (look == null || look.isOld(now)) {
      look = new Look(examination, now);
      latest = look;
    }
    return look;
  }
}
