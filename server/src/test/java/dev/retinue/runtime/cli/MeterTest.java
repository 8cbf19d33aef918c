package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import org.junit.jupiter.api.Test;

final class MeterTest {
  private static Usage tokens(long input, long output) {
    return new Usage(Money.ZERO, false, input, output, 0, 1);
  }

  private static Usage total(String cost, long input, long output, long turns) {
    return new Usage(Money.usd(cost), false, input, output, 0, turns);
  }

  private static Usage charged(Meter meter, Seen... all) {
    var sum = Usage.NONE;
    for (var seen : all) {
      var next = meter.with(seen);
      sum = sum.plus(next.due());
      meter = next.charged();
    }
    return sum;
  }

  @Test
  void what_was_charged_for_single_answers_is_not_charged_again_with_the_total() {
    assertThat(
            charged(
                Meter.after(Usage.NONE),
                new Seen.Answered("a", tokens(1000, 1)),
                new Seen.Answered("a", tokens(1000, 40)),
                new Seen.Answered("b", tokens(2000, 1)),
                new Seen.Spent(total("0.5", 3000, 300, 2))))
        .isEqualTo(total("0.5", 3000, 300, 2));
  }

  @Test
  void a_total_counts_from_what_was_reported_before() {
    assertThat(
            charged(
                Meter.after(total("0.2", 1000, 100, 0)),
                new Seen.Answered("a", tokens(500, 1)),
                new Seen.Spent(total("0.3", 1500, 150, 1)),
                new Seen.Answered("b", tokens(700, 1)),
                new Seen.Spent(total("0.4", 2200, 220, 2))))
        .isEqualTo(total("0.2", 1200, 120, 2));
  }

  /// As claude does whose earlier process was killed before it could write down what it used.
  @Test
  void who_begins_to_count_anew_is_charged_only_what_is_new() {
    var first = Meter.after(Usage.NONE).with(new Seen.Answered("a", tokens(1000, 1)));
    assertThat(first.reported()).isEqualTo(Usage.NONE);
    assertThat(
            charged(
                Meter.after(first.reported()),
                new Seen.Answered("b", tokens(3000, 1)),
                new Seen.Spent(total("0.1", 3000, 300, 1))))
        .isEqualTo(total("0.1", 3000, 300, 1));
  }

  @Test
  void what_is_told_in_parts_is_charged_in_parts() {
    assertThat(
            charged(
                Meter.after(Usage.NONE),
                new Seen.Used(tokens(10, 1)),
                new Seen.Used(tokens(20, 2))))
        .isEqualTo(total("0", 30, 3, 2));
  }
}
