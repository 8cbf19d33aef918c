package dev.retinue.config;

import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.core.Money;
import dev.retinue.core.Nearest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/// The kinds of values that the configuration knows.
public final class Kinds {
  private static final Pattern DIGITS = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
  private static final Pattern LEADING_ZERO = Pattern.compile("[-+]?0[0-9xob][0-9a-fA-F]*");
  private static final Pattern AMOUNT = Pattern.compile("(0|[1-9][0-9]{0,8})(\\.[0-9]{1,9})?");
  private static final Set<String> OTHER_WORDS_FOR_TRUE = Set.of("yes", "on", "y", "1");
  private static final Set<String> OTHER_WORDS_FOR_FALSE = Set.of("no", "off", "n", "0");

  private Kinds() {}

  /// Any text, line breaks and all.
  public static Kind<String> text(int most) {
    var expected = "text of at most %d characters".formatted(most);
    return new Described<>(
        new Single<>(
            expected,
            expected,
            scalar ->
                Optional.of(scalar)
                    .filter(Scalar::isText)
                    .map(Scalar::text)
                    .filter(text -> text.length() <= most),
            scalar -> scalar.isText() ? "shorten it" : "put it in quotes",
            text -> text.isEmpty() ? "empty" : text),
        () -> Schemas.text(most));
  }

  /// Text on one line that says something, without blanks around it.
  public static Kind<String> words(int most) {
    return new Described<>(
        new Single<>(
            "one line of at most %d characters".formatted(most),
            scalar ->
                Optional.of(scalar)
                    .filter(Scalar::isText)
                    .map(text -> text.text().strip())
                    .filter(text -> !text.isEmpty() && text.length() <= most)
                    .filter(text -> text.lines().count() == 1),
            scalar -> {
              if (!scalar.isText()) {
                return "put it in quotes";
              }
              if (scalar.text().strip().lines().count() > 1) {
                return "fold it with '>'";
              }
              return scalar.text().isBlank() ? "" : "shorten it";
            }),
        () -> Schemas.type("string").put("pattern", "\\S"));
  }

  public static Kind<Long> wholeNumber(long least, long most) {
    return new Described<>(
        new Single<>(
            "a whole number from %d to %d".formatted(least, most),
            scalar ->
                Optional.of(scalar)
                    .filter(number -> number.plain() && DIGITS.matcher(number.text()).matches())
                    .map(number -> Long.parseLong(number.text()))
                    .filter(number -> number >= least && number <= most),
            scalar ->
                LEADING_ZERO.matcher(scalar.text()).matches()
                    ? "write it in decimal, without a leading zero"
                    : beginsWithADigit(scalar) ? "write digits alone" : ""),
        () -> Schemas.type("integer").put("minimum", least).put("maximum", most));
  }

  private static boolean beginsWithADigit(Scalar scalar) {
    return scalar.isText()
        && !scalar.text().isEmpty()
        && Character.isDigit(scalar.text().charAt(0));
  }

  /// US dollars, from nothing to this many.
  public static Kind<Money> money(long most) {
    return new Single<>(
        "an amount of US dollars from 0 to %d, such as 2.50".formatted(most),
        "an amount of US dollars from 0 to %d, such as 2.50".formatted(most),
        scalar ->
            Optional.of(scalar)
                .filter(amount -> amount.plain() && AMOUNT.matcher(amount.text()).matches())
                .map(amount -> Money.usd(amount.text()))
                .filter(amount -> amount.compareTo(Money.usd(Long.toString(most))) <= 0),
        scalar ->
            scalar.isText() && scalar.text().chars().anyMatch(Character::isDigit)
                ? "write digits and a point alone"
                : "",
        amount -> amount.usd().toPlainString());
  }

  public static Kind<Duration> duration(Duration least, Duration most) {
    var expected =
        "a time from %s to %s, such as 30s, 5m or 2h"
            .formatted(TimeSpan.written(least), TimeSpan.written(most));
    return new Single<>(
        expected,
        expected,
        scalar ->
            TimeSpan.find(scalar.text())
                .filter(time -> time.compareTo(least) >= 0 && time.compareTo(most) <= 0),
        scalar -> scalar.isNumber() ? "add the unit: ms, s, m, h or d" : "",
        TimeSpan::written);
  }

  public static Kind<Boolean> truth() {
    return new Described<>(
        new Single<>(
            "true or false",
            scalar ->
                switch (scalar.plain() ? scalar.text() : "") {
                  case "true" -> Optional.of(true);
                  case "false" -> Optional.of(false);
                  default -> Optional.empty();
                },
            scalar -> {
              var word = scalar.text().toLowerCase(Locale.ROOT);
              if (word.equals("true") || OTHER_WORDS_FOR_TRUE.contains(word)) {
                return "write true";
              }
              return word.equals("false") || OTHER_WORDS_FOR_FALSE.contains(word)
                  ? "write false"
                  : "";
            }),
        () -> Schemas.type("boolean"));
  }

  /// One of the values of an enum, in lower case with dashes.
  public static <E extends Enum<E>> Kind<E> oneOf(Class<E> type) {
    var values = List.of(type.getEnumConstants());
    var words = values.stream().map(Kinds::word).toList();
    var expected = "one of " + String.join(", ", words);
    return new Described<>(
        new Single<>(
            expected,
            expected,
            scalar ->
                values.stream().filter(value -> word(value).equals(scalar.text())).findFirst(),
            scalar -> meant(scalar, new TreeSet<>(words)),
            Kinds::word),
        () -> Schemas.oneOf(words));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The name of something that exists.
  ///
  /// @param what what it is the name of, with its article
  public static Kind<String> nameOf(String what, Set<String> known) {
    var sorted = new TreeSet<>(known);
    var documented = "the name of " + what;
    return new Single<>(
        "%s (%s)"
            .formatted(documented, sorted.isEmpty() ? "there is none" : String.join(", ", sorted)),
        documented,
        scalar -> Optional.of(scalar.text()).filter(sorted::contains),
        scalar -> meant(scalar, sorted),
        Function.identity());
  }

  private static String meant(Scalar scalar, Set<String> known) {
    return Nearest.to(Quoted.shortened(scalar.text()), known)
        .map("did you mean '%s'?"::formatted)
        .orElse("");
  }

  /// A list without repetitions.
  public static <T> Kind<List<T>> listOf(String many, Kind<T> item) {
    return new Items<>("a list of " + many, item, ",");
  }
}
