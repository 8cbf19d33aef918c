package dev.retinue.toolset.journal;

import dev.retinue.core.Caller;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Staff;
import dev.retinue.toolset.lifecycle.Words;
import dev.retinue.toolset.reading.Reading;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs as `agents://runs/{id}` shows them.
final class RunViews {
  private final Staff staff;
  private final Register register;
  private final InstantSource clock;

  RunViews(Staff staff, Register register, InstantSource clock) {
    this.staff = staff;
    this.register = register;
    this.clock = clock;
  }

  /// @param status ready, running, completed or stopped
  /// @param state one of the seven words for the same
  /// @param success nothing while it has not ended
  /// @param model the one asked for
  /// @param modelId the one that answered
  /// @param costUsd nothing if a part of it has no known price
  record View(
      String id,
      String taskSummary,
      String agent,
      @Nullable String model,
      @Nullable String modelId,
      String status,
      String state,
      @Nullable Boolean success,
      @Nullable List<Waiting> waitingFor,
      @Nullable String queueReason,
      @Nullable String liveness,
      Instant startedAt,
      @Nullable Instant endedAt,
      BigDecimal elapsedSeconds,
      Tokens tokens,
      @Nullable BigDecimal costUsd,
      @Nullable String workingDirectory,
      @Nullable String summary,
      @Nullable String error,
      @Nullable String recentOutput,
      @Nullable List<Reading.Rest> rest,
      Links links) {}

  /// One thing that it waits for.
  record Waiting(String id, String kind, String text) {}

  record Tokens(long input, long output, long cached) {
    static Tokens of(Usage usage) {
      return new Tokens(usage.inputTokens(), usage.outputTokens(), usage.cachedTokens());
    }
  }

  /// Where there is more of it.
  record Links(String output, String log) {}

  View view(Caller caller, Run run) {
    var id = run.id().text();
    // With all that it started, as everywhere where it is said what it cost.
    var usage = register.usage(run);
    var agent = run.commission().agent();
    var glance = staff.crew().glance(run);
    var ended = run.endedAt();
    var summary = Reading.alone(id, "summary", Words.summary(run));
    var error = Reading.alone(id, "error", Words.error(run));
    var prompt = register.work(caller, run.id()).orElse("");
    return new View(
        id,
        Markdown.flat(Entries.summary(run, prompt), IacLog.LONGEST_SUMMARY),
        agent.name(),
        agent.model(),
        run.facts().get("model_answered"),
        Words.status(run.state()),
        run.state().word(),
        ended == null ? null : run.state() instanceof State.Completed,
        waiting(run),
        glance.queueReason(),
        Optional.ofNullable(glance.liveness()).map(it -> it.word()).orElse(null),
        Words.startedAt(run),
        ended,
        seconds(run, ended),
        Tokens.of(usage),
        usage.unpriced() ? null : usage.cost().usd(),
        run.commission().terms().workingDirectory(),
        summary.text(),
        error.text(),
        run.state().active() ? run.dossier().recentOutput() : null,
        Reading.rests(summary, error),
        new Links(JournalResources.output(id), JournalResources.LOG));
  }

  private static @Nullable List<Waiting> waiting(Run run) {
    var needs = run.needs().stream().map(RunViews::waiting).toList();
    return needs.isEmpty() ? null : needs;
  }

  private static Waiting waiting(Need need) {
    return new Waiting(need.id(), need.kind().word(), need.text());
  }

  private BigDecimal seconds(Run run, @Nullable Instant ended) {
    var time = Entries.time(run, ended == null ? clock.instant() : ended);
    return BigDecimal.valueOf(time.toMillis()).movePointLeft(3).setScale(1, RoundingMode.HALF_UP);
  }
}
