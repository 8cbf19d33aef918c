package dev.retinue.runtime.standby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import dev.retinue.core.Vigilance;
import dev.retinue.runtime.standby.Setback.Kind;
import dev.retinue.runtime.standby.Setback.Remedy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SetbackTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  private static final Usage USED = used(100);

  private static Usage used(long tokens) {
    return new Usage(Money.ZERO, false, tokens, 0, 0, 0);
  }

  private static Vigilance vigilance(@Nullable String fallback) {
    return new Vigilance(Duration.ofMinutes(10), List.of(), fallback, Duration.ofHours(6));
  }

  private static Remedy remedy(Setback setback, String message, Instant now) {
    return setback.remedy(message, vigilance(null), now, ZoneOffset.UTC);
  }

  private static Remedy.Wait waits(Setback setback, String message, Instant now) {
    return (Remedy.Wait) remedy(setback, message, now);
  }

  @Test
  void what_names_a_time_waits_until_then() {
    var first = Setback.next(Kind.QUOTA, Map.of(), USED, NOON);

    assertThat(waits(first, "try again in 2 hours", NOON).until())
        .isEqualTo(NOON.plus(Duration.ofHours(2)));
  }

  @Test
  void why_it_waits_begins_with_the_time_in_whole_seconds() {
    var first = Setback.next(Kind.QUOTA, Map.of(), USED, NOON);

    assertThat(waits(first, "no more", NOON.plusMillis(1)).why())
        .startsWith("No quota until 2030-01-01T12:01:01Z. It said: no more");
  }

  @Test
  void the_time_that_is_waited_in_all_counts_from_the_first_refusal() {
    var first = Setback.next(Kind.QUOTA, Map.of(), USED, NOON);
    var facts = waits(first, "try again in 5 hours", NOON).facts();
    var later = NOON.plus(Duration.ofHours(5));

    var second = Setback.next(Kind.QUOTA, facts, USED, later);

    assertThat(second.count()).isEqualTo(2);
    assertThat(remedy(second, "try again in 2 hours", later))
        .isInstanceOfSatisfying(
            Remedy.GiveUp.class,
            it ->
                assertThat(it.why())
                    .contains("2030-01-01T19:00:00Z", "2030-01-01T18:00:00Z", "quota-patience"));
  }

  @Test
  void who_got_on_in_between_begins_to_count_anew() {
    var facts =
        waits(Setback.next(Kind.QUOTA, Map.of(), USED, NOON), "try again in 5 hours", NOON).facts();
    var later = NOON.plus(Duration.ofHours(5));

    var second = Setback.next(Kind.QUOTA, facts, used(101), later);

    assertThat(waits(second, "try again in 5 hours", later).until())
        .isEqualTo(later.plus(Duration.ofHours(5)));
  }

  @Test
  void without_a_time_the_pauses_grow_and_end() {
    Map<String, String> facts = Map.of();
    for (var pause : List.of(10, 30, 120, 300)) {
      var setback = Setback.next(Kind.OVERLOAD, facts, USED, NOON);
      var wait = waits(setback, "529 overloaded", NOON);
      assertThat(wait.until()).isEqualTo(NOON.plusSeconds(pause));
      facts = wait.facts();
    }
    assertThat(remedy(Setback.next(Kind.OVERLOAD, facts, USED, NOON), "529 overloaded", NOON))
        .isInstanceOf(Remedy.GiveUp.class);
  }

  @Test
  void a_fallback_takes_over_at_once_from_a_quota_and_last_from_an_overload() {
    var quota = Setback.next(Kind.QUOTA, Map.of(), USED, NOON);
    assertThat(quota.remedy("try again in 1s", vigilance("other"), NOON, ZoneOffset.UTC))
        .isInstanceOfSatisfying(
            Remedy.HandOver.class, it -> assertThat(it.agent()).isEqualTo("other"));
    var first = Setback.next(Kind.OVERLOAD, Map.of(), USED, NOON);
    assertThat(first.remedy("529", vigilance("other"), NOON, ZoneOffset.UTC))
        .isInstanceOf(Remedy.Wait.class);
    var last = new Setback(Kind.OVERLOAD, 5, NOON, 100);
    assertThat(last.remedy("529", vigilance("other"), NOON, ZoneOffset.UTC))
        .isInstanceOf(Remedy.HandOver.class);
  }

  @Test
  void facts_that_nobody_understands_are_as_none() {
    assertThat(Setback.next(Kind.QUOTA, Map.of("setback", "QUOTA x y z"), USED, NOON))
        .isEqualTo(new Setback(Kind.QUOTA, 1, NOON, 100));
  }
}
