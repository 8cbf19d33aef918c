package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.core.port.AuditLog;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What somebody wants to see of the audit trail, in his words.
final class AuditWords {
  private static final Pattern AGO = Pattern.compile("([1-9][0-9]{0,5})([smhd])");
  private static final List<String> OUTCOMES =
      List.of(
          "ok",
          "refused",
          "failed",
          "invalid_input",
          "unauthorized",
          "forbidden",
          "not_found",
          "conflict",
          "limit_exceeded",
          "internal_error",
          "service_unavailable");

  private AuditWords() {}

  static AuditLog.Query query(
      @Nullable String since,
      @Nullable String caller,
      @Nullable String action,
      @Nullable String subject,
      @Nullable String outcome) {
    return new AuditLog.Query(
        since == null ? null : time(since, Instant.now()),
        caller,
        action == null ? null : action(action),
        subject == null ? null : subject(subject),
        outcome == null ? null : outcome(outcome),
        null,
        1);
  }

  static Instant time(String text, Instant now) {
    var ago = AGO.matcher(text);
    if (ago.matches()) {
      var unit =
          switch (ago.group(2)) {
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
          };
      return now.minus(unit.multipliedBy(Long.parseLong(ago.group(1))));
    }
    try {
      return text.contains("T")
          ? Instant.parse(text)
          : LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant();
    } catch (DateTimeParseException _) {
      throw refused("--since is '%s'; write 2h, 7d, 2026-11-18 or 2026-11-18T12:00:00Z.", text);
    }
  }

  private static String action(String word) {
    if (Action.words().stream().noneMatch(it -> it.equals(word) || it.startsWith(word + "."))) {
      var meant = Nearest.to(word, Action.words()).map(" Did you mean '%s'?"::formatted).orElse("");
      throw refused(
          "There is no action '%s'." + meant + " docs/audit.md lists them; token is all of a kind.",
          word);
    }
    return word;
  }

  private static String subject(String word) {
    return word.strip().toLowerCase(Locale.ROOT);
  }

  private static String outcome(String word) {
    var known = word.toLowerCase(Locale.ROOT);
    if (!OUTCOMES.contains(known)) {
      var meant = Nearest.to(known, OUTCOMES).map(" Did you mean '%s'?"::formatted).orElse("");
      throw refused(
          "There is no outcome '%s'." + meant + " There are: " + String.join(", ", OUTCOMES) + ".",
          word);
    }
    return known;
  }

  private static RetinueException refused(String sentence, String word) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence.formatted(Excerpt.of(word)));
  }
}
