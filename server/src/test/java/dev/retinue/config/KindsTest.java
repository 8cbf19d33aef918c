package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The kinds that later sections build on, in a section of their own.
class KindsTest {
  private enum Weather {
    RAIN,
    LIGHT_SNOW
  }

  private record Walk(Duration pause, Optional<Weather> weather, long steps, Shoes shoes) {}

  private record Shoes(boolean laces, String maker) {}

  private static final Key<Duration> PAUSE =
      Key.of(
          "pause",
          Kinds.duration(Duration.ofMillis(100), Duration.ofDays(2)),
          Duration.ofSeconds(90),
          "How long to rest.");
  private static final Key<Weather> WEATHER =
      Key.optional("weather", Kinds.oneOf(Weather.class), "What falls.");
  private static final Key<Long> STEPS =
      Key.of("steps", Kinds.wholeNumber(-5, 5), 3L, "How far to go.");
  private static final Key<Boolean> LACES =
      Key.of("laces", Kinds.truth(), true, "Whether there are laces.");
  private static final Key<String> MAKER =
      Key.of("maker", Kinds.text(10), "nobody", "Who made them.");
  private static final Key<Shoes> SHOES =
      Key.section(
          "shoes",
          new Shape<>(
              List.of(LACES, MAKER),
              values -> {
                if (values.require(MAKER).equals("Croesus") && values.require(LACES)) {
                  throw new RetinueException(
                      ErrorCode.INVALID_INPUT, "Shoes of Croesus have no laces; remove them.");
                }
                return new Shoes(values.require(LACES), values.require(MAKER));
              }),
          "What to wear.");
  private static final Shape<Walk> WALK =
      new Shape<>(
          List.of(PAUSE, WEATHER, STEPS, SHOES),
          values ->
              new Walk(
                  values.require(PAUSE),
                  values.find(WEATHER),
                  values.require(STEPS),
                  values.require(SHOES)));

  private static Walk walk(String yaml) {
    var mistakes = new Mistakes("walk.yaml");
    var root = YamlDocument.parse(yaml.getBytes(StandardCharsets.UTF_8), mistakes).orElseThrow();
    var walk = WALK.read(Spot.root(root, mistakes));
    mistakes.throwIfAny();
    return walk.orElseThrow();
  }

  private static String refusal(String yaml) {
    try {
      return walk(yaml).toString();
    } catch (RetinueException e) {
      return e.getMessage();
    }
  }

  @Test
  void an_empty_section_is_made_of_defaults() {
    assertThat(walk("{}"))
        .isEqualTo(
            new Walk(Duration.ofSeconds(90), Optional.empty(), 3, new Shoes(true, "nobody")));
    assertThat(walk("shoes: {laces: false}").shoes()).isEqualTo(new Shoes(false, "nobody"));
    assertThat(walk("shoes:").shoes()).isEqualTo(new Shoes(true, "nobody"));
  }

  @ParameterizedTest
  @CsvSource({"100ms,PT0.1S", "30s,PT30S", "5m,PT5M", "2h,PT2H", "2d,PT48H", "'\"5m\"',PT5M"})
  void a_time_has_a_unit(String written, Duration meant) {
    assertThat(walk("pause: " + written).pause()).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "30 | the number 30; add the unit: ms, s, m, h or d.",
        "1.5h | the text '1.5h'.",
        "1h30m | the text '1h30m'.",
        "-5s | the text '-5s'.",
        "99ms | the text '99ms'.",
        "3d | the text '3d'.",
        "99999999999999999999d | the text '99999999999999999999d'.",
        "[5m] | a list.",
        "~ | empty; give it a value, or remove it."
      })
  void what_is_no_time_is_refused(String written, String found) {
    assertThat(refusal("pause: " + written))
        .isEqualTo(
            "walk.yaml:1:8: 'pause' in the configuration must be a time from 100ms to 2d, such as"
                + " 30s, 5m or 2h, but is "
                + found);
  }

  @Test
  void one_of_several_words_is_written_with_dashes() {
    assertThat(walk("weather: light-snow").weather()).contains(Weather.LIGHT_SNOW);
    assertThat(refusal("weather: LIGHT_SNOW"))
        .isEqualTo(
            "walk.yaml:1:10: 'weather' in the configuration must be one of rain, light-snow, but is"
                + " the text 'LIGHT_SNOW'.");
    assertThat(refusal("weather: rian")).endsWith("but is the text 'rian'; did you mean 'rain'?");
  }

  @ParameterizedTest
  @CsvSource({"-5,-5", "0,0", "5,5"})
  void a_whole_number_may_be_as_large_as_it_may(String written, long meant) {
    assertThat(walk("steps: " + written).steps()).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource({"-6", "6", "+5", "1e0", "0x1", "05", "9999999999999999999", ".nan"})
  void any_other_number_is_refused(String written) {
    assertThat(refusal("steps: " + written))
        .startsWith(
            "walk.yaml:1:8: 'steps' in the configuration must be a whole number from -5 to 5, but"
                + " is the number "
                + written);
  }

  @Test
  void text_has_its_length() {
    assertThat(walk("shoes: {maker: 0123456789}".replace("0123456789", "'0123456789'")).shoes())
        .isEqualTo(new Shoes(true, "0123456789"));
    assertThat(refusal("shoes: {maker: too long for it}"))
        .isEqualTo(
            "walk.yaml:1:16: 'maker' in 'shoes' must be text of at most 10 characters, but is the"
                + " text 'too long for it'; shorten it.");
  }

  @Test
  void what_the_whole_refuses_is_told_where_the_section_begins() {
    assertThat(refusal("steps: 1\nshoes: {maker: Croesus}"))
        .isEqualTo("walk.yaml:2:1: shoes of Croesus have no laces; remove them.");
  }

  @Test
  void defaults_are_documented_as_they_would_be_written() {
    assertThat(PAUSE.kind().written(Duration.ofSeconds(90))).isEqualTo("90s");
    assertThat(PAUSE.kind().written(Duration.ofDays(2))).isEqualTo("2d");
    assertThat(PAUSE.kind().written(Duration.ZERO)).isEqualTo("0s");
    assertThat(WEATHER.kind().written(Weather.LIGHT_SNOW)).isEqualTo("light-snow");
  }
}
