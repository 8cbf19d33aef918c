package dev.retinue.config.team.key;

import dev.retinue.config.Described;
import dev.retinue.config.Items;
import dev.retinue.config.Kind;
import dev.retinue.config.Kinds;
import dev.retinue.config.Schemas;
import dev.retinue.config.Single;
import dev.retinue.config.Spot;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.config.yaml.YamlNode.Sequence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// The kinds of values that only files of agents know.
final class TeamKinds {
  static final int LONGEST_NAME = 200;
  static final int LONGEST_TEXT = 256 * 1024;

  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,9}(\\.[0-9]{1,9})?");
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");
  private static final Pattern SPAN =
      Pattern.compile("(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m)?(?:([0-9]{1,6})s)?(?:([0-9]{1,9})ms)?");

  private TeamKinds() {}

  /// Text whose line breaks mean nothing; it may be empty.
  static Kind<String> prose(int most) {
    return new Described<>(
        new Single<>(
            "text of at most %d characters".formatted(most),
            scalar ->
                Optional.of(scalar)
                    .filter(Scalar::isText)
                    .map(it -> BLANKS.matcher(it.text().strip()).replaceAll(" "))
                    .filter(it -> it.length() <= most),
            scalar -> scalar.isText() ? "shorten it" : "put it in quotes"),
        () -> Schemas.type("string"));
  }

  /// Text, or a list of texts with a blank line between each two.
  static Kind<String> paragraphs(int most) {
    var text = Kinds.text(most);
    var list = new Items<>("a list of texts", text, "\n", true);
    return new Kind<>() {
      @Override
      public String expected() {
        return text.expected();
      }

      @Override
      public Optional<String> read(Spot spot) {
        return spot.node() instanceof Sequence
            ? list.read(spot)
                .map(all -> String.join("\n\n", all.stream().map(String::strip).toList()))
            : text.read(spot);
      }

      @Override
      public ObjectNode schema() {
        var schema = Schemas.anything();
        schema.putArray("anyOf").add(text.schema()).add(list.schema());
        return schema;
      }
    };
  }

  /// A word, a number or a truth: all of them are text here.
  static Kind<String> word(int most) {
    return new Described<>(
        new Single<>(
            "a word of at most %d characters".formatted(most),
            scalar ->
                Optional.of(scalar)
                    .filter(it -> !it.isNothing())
                    .map(Scalar::text)
                    .filter(it -> it.length() <= most),
            _ -> "shorten it"),
        () -> Schemas.type("string", "number", "boolean"));
  }

  static Kind<Double> decimal(double least, double most) {
    return new Described<>(
        new Single<>(
            "a number from %s to %s".formatted(shown(least), shown(most)),
            scalar ->
                Optional.of(scalar)
                    .filter(it -> it.plain() && DECIMAL.matcher(it.text()).matches())
                    .map(it -> Double.valueOf(it.text()))
                    .filter(it -> it >= least && it <= most),
            _ -> ""),
        () -> Schemas.type("number").put("minimum", least).put("maximum", most));
  }

  private static String shown(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  /// As Go writes it, such as `1m30s`; a number alone means seconds.
  static Kind<Duration> time(Duration most) {
    return new Described<>(
        new Single<>(
            "a time of at most %d seconds, such as 30s, 1m30s or 1h".formatted(most.toSeconds()),
            scalar -> span(scalar.text()).filter(it -> it.compareTo(most) <= 0),
            _ -> "write it with h, m and s"),
        () -> {
          var schema = Schemas.type("string", "integer");
          return schema.put("minimum", 0).put("maximum", most.toSeconds());
        });
  }

  private static Optional<Duration> span(String text) {
    if (SECONDS.matcher(text).matches()) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
    var matcher = SPAN.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofHours(part(matcher.group(1)))
            .plusMinutes(part(matcher.group(2)))
            .plusSeconds(part(matcher.group(3)))
            .plusMillis(part(matcher.group(4))));
  }

  private static long part(@org.jspecify.annotations.Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  /// Names of what is elsewhere, each with its place.
  static Kind<List<Placed<String>>> names(String many) {
    return new Items<>("a list of " + many, Placed.kind(Kinds.words(LONGEST_NAME)), ",", true);
  }
}
