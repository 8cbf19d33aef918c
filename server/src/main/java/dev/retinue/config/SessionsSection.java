package dev.retinue.config;

import dev.retinue.core.SessionLimits;
import java.time.Duration;
import java.util.List;

/// The section `sessions`: how much conversations may be.
final class SessionsSection {
  private static final long MANY = 1_000_000;
  private static final long MOST_WAITING = 100;
  private static final long A_GIBIBYTE = 1L << 30;
  private static final SessionLimits USUAL = SessionLimits.USUAL;

  private static final Key<Long> MAX_SESSIONS =
      Key.of(
          "max-sessions",
          Kinds.wholeNumber(1, MANY),
          (long) USUAL.open(),
          "How many sessions are at hand at once; those that were not used for the longest time are put away, and come back with their next message.");
  private static final Key<Long> MAX_PER_CALLER =
      Key.of(
          "max-per-caller",
          Kinds.wholeNumber(1, MANY),
          (long) USUAL.openPerCaller(),
          "The same for one caller.");
  private static final Key<Long> MAX_KEPT =
      Key.of(
          "max-kept-per-caller",
          Kinds.wholeNumber(1, MANY),
          (long) USUAL.keptPerCaller(),
          "How many open sessions a caller may have at all, at hand or put away.");
  private static final Key<Duration> IDLE_TIMEOUT =
      Key.of(
          "idle-timeout",
          Kinds.duration(Duration.ofSeconds(1), Duration.ofDays(365)),
          USUAL.idle(),
          "After how long a session that nobody uses is put away; nothing of it is lost.");
  private static final Key<Long> QUEUE =
      Key.of(
          "queue",
          Kinds.wholeNumber(0, MOST_WAITING),
          (long) USUAL.waiting(),
          "How many messages may wait in a session while another is answered.");
  private static final Key<Long> MAX_MESSAGES =
      Key.of(
          "max-messages",
          Kinds.wholeNumber(1, MANY),
          (long) USUAL.messages(),
          "How many messages a session may have.");
  private static final Key<Long> MAX_BYTES =
      Key.of(
          "max-bytes",
          Sizes.upTo(A_GIBIBYTE),
          USUAL.bytes(),
          "How much may be said in a session, by both sides.");
  private static final Key<Duration> TOOL_TIME =
      Key.of(
          "tool-time",
          Kinds.duration(Duration.ofSeconds(1), Duration.ofDays(1)),
          USUAL.toolTime(),
          "How long one call of a tool may take in a session.");
  private static final Key<Boolean> ALLOW_INLINE_AGENTS =
      Key.of(
          "allow-inline-agents",
          Kinds.truth(),
          false,
          "Whether callers may define agents themselves, by `invoke_with_config`: they may do no more than agents of projects.");

  /// @param inlineAgents whether callers may define agents themselves
  record Talking(SessionLimits limits, boolean inlineAgents) {}

  private SessionsSection() {}

  static Key<Talking> key() {
    return Key.section(
        "sessions",
        new Shape<>(
            List.of(
                MAX_SESSIONS,
                MAX_PER_CALLER,
                MAX_KEPT,
                IDLE_TIMEOUT,
                QUEUE,
                MAX_MESSAGES,
                MAX_BYTES,
                TOOL_TIME,
                ALLOW_INLINE_AGENTS),
            SessionsSection::talking),
        "How much conversations with agents may be.");
  }

  private static Talking talking(Values values) {
    return new Talking(
        new SessionLimits(
            number(values, MAX_SESSIONS),
            number(values, MAX_PER_CALLER),
            number(values, MAX_KEPT),
            values.require(IDLE_TIMEOUT),
            number(values, QUEUE),
            number(values, MAX_MESSAGES),
            Math.max(1, values.require(MAX_BYTES)),
            values.require(TOOL_TIME)),
        values.require(ALLOW_INLINE_AGENTS));
  }

  private static int number(Values values, Key<Long> key) {
    return Math.toIntExact(values.require(key));
  }
}
