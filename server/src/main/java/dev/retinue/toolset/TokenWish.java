package dev.retinue.toolset;

import dev.retinue.core.Caller.Scope;
import dev.retinue.core.Credential.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Grant;
import dev.retinue.core.Money;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What somebody wants a token to allow, in words. What is null stays as it is.
///
/// @param expires a time like `30d`, a date or a moment
/// @param clear what is to be limited no more, by the names of these
public record TokenWish(
    @Nullable String scope,
    @Nullable List<String> toolsets,
    @Nullable List<String> agents,
    @Nullable List<String> roots,
    @Nullable Integer rate,
    @Nullable Integer concurrency,
    @Nullable BigDecimal budgetPerDayUsd,
    @Nullable BigDecimal budgetPerMonthUsd,
    @Nullable String expires,
    Set<String> clear) {
  /// What can be cleared.
  public static final List<String> CLEARABLE =
      List.of(
          "toolsets",
          "agents",
          "roots",
          "rate",
          "concurrency",
          "budget_per_day_usd",
          "budget_per_month_usd",
          "expires");

  private static final Pattern SPAN = Pattern.compile("([0-9]{1,6})([smhdw])");

  private static final TokenWish NOTHING =
      new TokenWish(null, null, null, null, null, null, null, null, null, Set.of());

  public TokenWish {
    for (var each : clear) {
      if (!CLEARABLE.contains(each)) {
        throw refused(
            "'%s' cannot be cleared; what can is %s.%s"
                .formatted(Excerpt.of(each), String.join(", ", CLEARABLE), meant(each, CLEARABLE)));
      }
    }
    if (toolsets != null) {
      toolsets.forEach(Toolsets::require);
    }
    if (roots != null) {
      roots.forEach(TokenWish::requireAbsolute);
    }
  }

  /// Whether nothing is wished for.
  public boolean isEmpty() {
    return equals(NOTHING);
  }

  /// These terms, as far as nothing else is wanted.
  public Terms over(Terms before, Instant now) {
    var grant = before.grant();
    var wanted =
        new Grant(
            of("toolsets", toolsets, grant.toolsets(), List.of()),
            of("agents", agents, grant.agents(), List.of()),
            of("roots", roots, grant.roots(), List.of()),
            of("rate", rate, grant.rate(), null),
            of("concurrency", concurrency, grant.concurrency(), null),
            of("budget_per_day_usd", money(budgetPerDayUsd), grant.perDay(), null),
            of("budget_per_month_usd", money(budgetPerMonthUsd), grant.perMonth(), null));
    var ends = expires == null ? null : moment(expires, now);
    return new Terms(
        scope == null ? before.scope() : scope(scope),
        wanted,
        of("expires", ends, before.expiresAt(), null));
  }

  private <T extends @Nullable Object> T of(String name, @Nullable T wanted, T before, T nothing) {
    return wanted != null ? wanted : clear.contains(name) ? nothing : before;
  }

  private static @Nullable Money money(@Nullable BigDecimal amount) {
    return amount == null ? null : Money.usd(amount);
  }

  public static Scope scope(String word) {
    return Arrays.stream(Scope.values())
        .filter(scope -> scope.word().equals(word))
        .findFirst()
        .orElseThrow(
            () -> {
              var words = Arrays.stream(Scope.values()).map(Scope::word).toList();
              return refused(
                  "The scope is one of %s, not '%s'.%s"
                      .formatted(String.join(", ", words), Excerpt.of(word), meant(word, words)));
            });
  }

  /// When something is over that lasts as long as these words say, or until then.
  public static Instant moment(String words, Instant now) {
    try {
      if (SPAN.matcher(words).matches()) {
        return now.plus(span(words));
      }
      return words.contains("T")
          ? Instant.parse(words)
          : LocalDate.parse(words).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeException | ArithmeticException e) {
      throw refused(
          "'%s' is no time; write it like 30d, 12h, 2027-01-31 or 2027-01-31T12:00:00Z."
              .formatted(Excerpt.of(words)));
    }
  }

  /// A time like `90s`, `15m`, `12h`, `30d` or `2w`.
  public static Duration span(String words) {
    var matcher = SPAN.matcher(words);
    if (!matcher.matches()) {
      throw refused(
          "'%s' is no time; write it like 90s, 15m, 12h, 30d or 2w.".formatted(Excerpt.of(words)));
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "w" -> Duration.ofDays(7 * number);
      default -> Duration.ofDays(number);
    };
  }

  private static void requireAbsolute(String root) {
    try {
      if (Path.of(root).isAbsolute()) {
        return;
      }
    } catch (InvalidPathException _) {
      // Refused like one that begins somewhere else.
    }
    throw refused(
        "The root '%s' must begin at the top of the file system.".formatted(Excerpt.of(root, 200)));
  }

  private static String meant(String word, List<String> known) {
    return Nearest.to(word, known).map(" Did you mean '%s'?"::formatted).orElse("");
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
