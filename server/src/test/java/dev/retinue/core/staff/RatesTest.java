package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.StartKey;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RatesTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Caller BERT = new Caller("bert", "bert", Caller.Scope.RUN, null);

  // It goes past the largest number, as a clock may that counts from anywhere.
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 50_000_000);
  private final Rates rates = rates(new Rate(10, 3));

  /// Where refusals are told at once.
  private Rates rates(Rate requests) {
    var rules = new Rules(Limits.DEFAULT, requests, new Rate(1, 1), Roots.NONE);
    return new Rates(rules, nanos::get, _ -> {});
  }

  private RetinueException refusal(Caller caller) {
    return catchThrowableOfType(RetinueException.class, () -> rates.take(caller));
  }

  @Test
  void who_asks_too_fast_is_told_whose_limit_it_is_and_when_to_come_again() {
    for (int i = 0; i < 3; i++) {
      rates.take(ANNA);
    }

    var refusal = refusal(ANNA);

    assertThat(refusal.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
    assertThat(refusal.retryAfter()).contains(Duration.ofMillis(100));
    assertThat(refusal)
        .hasMessage(
            "Caller 'anna' may ask 10 times a second and 3 times at once; try again in 0.100 s. Limit: limits.requests-per-second of caller:anna is 10, frees in 0.100 s.");
  }

  @Test
  void who_waits_as_long_as_he_was_told_comes_in_and_no_earlier() {
    for (int i = 0; i < 3; i++) {
      rates.take(ANNA);
    }
    nanos.addAndGet(99_999_999);
    assertThat(refusal(ANNA).retryAfter()).contains(Duration.ofNanos(1));
    nanos.addAndGet(1);
    rates.take(ANNA);
    assertThat(refusal(ANNA)).isNotNull();
  }

  @Test
  void a_refusal_costs_nothing_and_concerns_nobody_else() {
    for (int i = 0; i < 3; i++) {
      rates.take(ANNA);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(refusal(ANNA).retryAfter()).contains(Duration.ofMillis(100));
    }
    assertThatCode(() -> rates.take(BERT)).doesNotThrowAnyException();
    assertThatCode(() -> rates.takeStart(ANNA)).doesNotThrowAnyException();
  }

  @Test
  void who_asks_on_although_he_is_refused_hears_it_later_and_nobody_else_does() {
    var naps = new ArrayList<Duration>();
    var rules = new Rules(Limits.DEFAULT, new Rate(10, 3), new Rate(1, 1), Roots.NONE);
    var patient = new Rates(rules, nanos::get, naps::add);
    for (int i = 0; i < 3 + Brake.TOLD.burst(); i++) {
      try {
        patient.take(ANNA);
      } catch (RetinueException e) {
        // At once.
      }
    }
    assertThat(naps).isEmpty();

    assertThatThrownBy(() -> patient.take(ANNA)).isInstanceOf(RetinueException.class);

    assertThat(naps).hasSize(1);
    for (int i = 0; i < 3; i++) {
      patient.take(BERT);
    }
    assertThatThrownBy(() -> patient.take(BERT)).isInstanceOf(RetinueException.class);
    assertThat(naps).hasSize(1);
  }

  @Test
  void a_refusal_does_not_say_where_in_the_code_it_was_made() {
    for (int i = 0; i < 3; i++) {
      rates.take(ANNA);
    }
    assertThat(refusal(ANNA).getStackTrace()).isEmpty();
  }

  @Test
  void what_was_not_used_is_not_saved_beyond_the_burst() {
    rates.take(ANNA);
    nanos.addAndGet(Duration.ofDays(1).toNanos());
    for (int i = 0; i < 3; i++) {
      rates.take(ANNA);
    }
    assertThat(refusal(ANNA)).isNotNull();
  }

  @Test
  void many_at_once_get_exactly_what_there_is() throws InterruptedException {
    var taken = new AtomicInteger();
    var wide = rates(new Rate(1, 5000));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        threads.execute(
            () -> {
              for (int j = 0; j < 1000; j++) {
                try {
                  wide.take(ANNA);
                  taken.incrementAndGet();
                } catch (RetinueException e) {
                  // Counted by what is missing.
                }
              }
            });
      }
    }
    assertThat(taken).hasValue(5000);
  }

  @Test
  void callers_without_number_leave_no_buckets_without_number() {
    for (int i = 0; i < 30_000; i++) {
      rates.take(new Caller("caller-" + i, "c", Caller.Scope.RUN, null));
      nanos.addAndGet(10_000);
    }
    assertThat(rates.callers()).isLessThanOrEqualTo(10_000);
  }

  @Test
  void starts_are_counted_but_not_those_that_find_what_was_started(@TempDir Path folder) {
    var clock = new TestClock();
    var rules = new Rules(Limits.DEFAULT, Rate.ANY, new Rate(1, 2), Roots.NONE);
    try (var staff =
        TestStaff.in(folder, clock, rules).hire("player", "").begin(new ScriptedRuntime(clock))) {
      var request =
          StartRequest.of("player", "complete Done")
              .once(new StartKey("owner", "agent_start", "key-1", "digest-1"));
      staff.start(request);
      staff.start("player", "complete Done");

      assertThatThrownBy(() -> staff.start("player", "complete Done"))
          .hasMessageContaining("limits.starts-per-second of caller:");
      assertThatCode(() -> staff.start(request)).doesNotThrowAnyException();
      clock.advance(Duration.ofSeconds(1));
      assertThatCode(() -> staff.start("player", "complete Done")).doesNotThrowAnyException();
    }
  }
}
