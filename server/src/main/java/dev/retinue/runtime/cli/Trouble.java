package dev.retinue.runtime.cli;

import dev.retinue.core.FailureReason;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Why a program did not do its work.
public record Trouble(Kind kind, String message) {
  private static final Pattern STATUS =
      Pattern.compile("(?:\\bstatus(?: code)?:? |\"(?:code|status)\":\\s*)([45]\\d\\d)\\b");

  /// In this order: the first that is found counts.
  private static final Map<Pattern, Kind> SIGNS = signs();

  /// Told apart, because each wants something else of whoever reads it.
  public enum Kind {
    AUTH(FailureReason.REFUSED),
    QUOTA(FailureReason.QUOTA),
    OVERLOAD(FailureReason.ERROR),
    PERMISSION(FailureReason.REFUSED),
    BUDGET(FailureReason.BUDGET),
    TIMEOUT(FailureReason.TIMEOUT),
    CRASH(FailureReason.ERROR),
    STALLED(FailureReason.TIMEOUT),
    INVALID_OUTPUT(FailureReason.INVALID_OUTPUT),
    NOT_INSTALLED(FailureReason.REFUSED),
    SANDBOX(FailureReason.REFUSED),
    ISOLATION(FailureReason.REFUSED),
    USAGE(FailureReason.REFUSED),
    INTERRUPTED(FailureReason.INTERRUPTED),
    ERROR(FailureReason.ERROR);

    private final FailureReason reason;

    Kind(FailureReason reason) {
      this.reason = reason;
    }

    public FailureReason reason() {
      return reason;
    }

    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// What the status of an HTTP answer means.
    public static Kind ofStatus(int status) {
      return switch (status) {
        case 401, 403 -> AUTH;
        case 402, 429 -> QUOTA;
        case 408 -> TIMEOUT;
        case 500, 502, 503, 504, 529 -> OVERLOAD;
        default -> ERROR;
      };
    }

    /// What the words of a program mean that gives no status, or one within its words.
    public static Kind ofWords(String words) {
      var status = STATUS.matcher(words);
      if (status.find()) {
        return ofStatus(Integer.parseInt(status.group(1)));
      }
      var lower = words.toLowerCase(Locale.ROOT);
      return SIGNS.entrySet().stream()
          .filter(sign -> sign.getKey().matcher(lower).find())
          .map(Map.Entry::getValue)
          .findFirst()
          .orElse(ERROR);
    }

    /// The kind that a program names by its word, in lower case.
    public static Optional<Kind> find(String word) {
      return Stream.of(values())
          .filter(kind -> kind.word().equals(word.replace('_', ' ')))
          .findFirst();
    }
  }

  private static Map<Pattern, Kind> signs() {
    var signs = new LinkedHashMap<Pattern, Kind>();
    signs.put(
        Pattern.compile(
            "not logged in|please run /login|log ?in again|invalid api key|api key not valid|incorrect api key|missing environment variable: `?[a-z0-9_]*key|unauthorized|authentication|invalid auth"),
        Kind.AUTH);
    signs.put(
        Pattern.compile("usage limit|rate.?limit|quota|too many requests|resource.?exhausted"),
        Kind.QUOTA);
    signs.put(
        Pattern.compile("overloaded|service unavailable|at capacity|high demand"), Kind.OVERLOAD);
    signs.put(Pattern.compile("timed out|timeout"), Kind.TIMEOUT);
    return signs;
  }
}
