package dev.retinue.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/// What is counted is bounded, exact and soon forgotten where only the last minute matters.
final class WatchtowerTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void names_that_are_not_known_are_others() {
    var names = new Names(2, () -> Set.of("anna", "bert", "carl"));

    assertThat(names.of("anna")).isEqualTo("anna");
    assertThat(names.of("nobody")).isEqualTo("other");
    assertThat(names.of("bert")).isEqualTo("bert");
    assertThat(names.of("carl")).as("more than there is room for").isEqualTo("other");
    assertThat(names.of("anna")).isEqualTo("anna");
    assertThat(new Names(2).of("two words\n")).isEqualTo("other");
  }

  @Test
  void a_counter_has_only_so_many_series() {
    var counter = new Counter("test_total", "A test.", "id");
    for (int i = 0; i < Counter.MOST_SERIES + 500; i++) {
      counter.add(1, "id-" + i);
    }
    var out = new Exposition();
    out.write(counter);

    assertThat(out.toString().lines().count()).isEqualTo(Counter.MOST_SERIES + 3);
    assertThat(out.toString()).contains("test_total{id=\"other\"} 500\n");
    assertThat(counter.sum()).isEqualTo(Counter.MOST_SERIES + 500);
  }

  @Test
  void buckets_count_what_is_not_larger_than_they_are() {
    var histogram = Histogram.ofSeconds("test_seconds", "A test.");
    histogram.observe(1_000_000);
    histogram.observe(1_000_001);
    histogram.observe(400 * SECOND);
    var out = new Exposition();
    out.write(histogram);

    assertThat(out.toString())
        .contains("test_seconds_bucket{le=\"0.001\"} 1\n")
        .contains("test_seconds_bucket{le=\"0.002\"} 2\n")
        .contains("test_seconds_bucket{le=\"300\"} 2\n")
        .contains("test_seconds_bucket{le=\"+Inf\"} 3\n")
        .contains("test_seconds_count 3\n")
        .contains("test_seconds_sum 400.002000001\n");
  }

  @Test
  void text_cannot_leave_its_quotes() {
    var counter = new Counter("test_total", "A \\ and\na break.", "text");
    counter.add(1, "a\"b\\c\nd");
    var out = new Exposition();
    out.write(counter);

    assertThat(out.toString())
        .contains("# HELP test_total A \\\\ and\\na break.\n")
        .contains("{text=\"a\\\"b\\\\c\\nd\"} 1");
  }

  @Test
  void what_is_recent_is_told_with_its_quantiles_and_then_forgotten() {
    long later = 10 * SECOND;
    var recent = new Recent(0);
    for (int i = 0; i < 99; i++) {
      recent.add(0, 2_000_000);
    }
    recent.add(0, 900_000_000);

    var summary = recent.summary(later);
    assertThat(summary.count()).isEqualTo(100);
    assertThat(summary.perSecond()).isEqualTo(10);
    assertThat(summary.p50()).isBetween(1.6, 2.4);
    assertThat(summary.p99()).isBetween(1.6, 2.4);

    recent.add(later, 900_000_000);
    assertThat(recent.summary(later).p99()).isBetween(700.0, 1100.0);

    assertThat(recent.summary(70 * SECOND).count()).as("a minute later").isEqualTo(101);
    assertThat(recent.summary(130 * SECOND).count()).as("two minutes later").isZero();
  }
}
