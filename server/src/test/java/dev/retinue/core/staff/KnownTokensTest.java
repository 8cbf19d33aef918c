package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KnownTokensTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1000);
  private final AtomicInteger asked = new AtomicInteger();
  private final KnownTokens<Caller> tokens = new KnownTokens<>(now::get);

  @Test
  void the_store_is_asked_once_in_a_moment() {
    assertThat(find("a")).contains(ANNA);
    now.addAndGet(KnownTokens.MOMENT.toNanos() / 2);
    assertThat(find("a")).contains(ANNA);
    assertThat(asked).hasValue(1);
  }

  @Test
  void late_in_a_moment_the_first_who_asks_renews_it_for_all() {
    find("a");
    now.addAndGet(KnownTokens.MOMENT.toNanos() - 1);
    tokens.find(
        "a",
        () -> {
          // While the store is asked others ask as well, and need not wait for it.
          assertThat(tokens.find("a", Optional::empty)).contains(ANNA);
          return Optional.of(ANNA);
        });
    now.addAndGet(KnownTokens.MOMENT.toNanos() / 2);
    assertThat(find("a")).contains(ANNA);
    assertThat(asked).hasValue(1);
  }

  @Test
  void who_is_found_revoked_while_it_is_renewed_is_forgotten() {
    find("a");
    now.addAndGet(KnownTokens.MOMENT.toNanos() - 1);
    assertThat(tokens.find("a", Optional::empty)).isEmpty();
    assertThat(tokens.find("a", Optional::empty)).isEmpty();
  }

  @Test
  void after_a_moment_it_is_asked_again() {
    find("a");
    now.addAndGet(KnownTokens.MOMENT.toNanos());
    assertThat(tokens.find("a", Optional::empty)).isEmpty();
    assertThat(find("a")).contains(ANNA);
    assertThat(asked).hasValue(2);
  }

  @Test
  void the_moment_begins_before_the_store_is_asked() {
    tokens.find(
        "a",
        () -> {
          now.addAndGet(KnownTokens.MOMENT.toNanos());
          return Optional.of(ANNA);
        });
    assertThat(tokens.find("a", Optional::empty)).isEmpty();
  }

  @Test
  void what_is_revoked_is_forgotten_at_once() {
    find("a");
    tokens.forget();
    assertThat(tokens.find("a", Optional::empty)).isEmpty();
  }

  @Test
  void what_was_found_before_a_revocation_does_not_count_after_it() {
    tokens.find(
        "a",
        () -> {
          tokens.forget();
          return Optional.of(ANNA);
        });
    assertThat(tokens.find("a", Optional::empty)).isEmpty();
  }

  @Test
  void who_is_unknown_is_not_remembered() {
    assertThat(tokens.find("a", Optional::empty)).isEmpty();
    assertThat(tokens.size()).isZero();
    assertThat(find("a")).contains(ANNA);
  }

  @Test
  void it_remembers_no_more_than_a_thousand() {
    for (int i = 0; i < 2500; i++) {
      find("token " + i);
      assertThat(tokens.size()).isBetween(1, 1000);
    }
  }

  private Optional<Caller> find(String hash) {
    return tokens.find(
        hash,
        () -> {
          asked.incrementAndGet();
          return Optional.of(ANNA);
        });
  }
}
