package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.Credential;
import dev.retinue.core.Credential.Terms;
import dev.retinue.core.Grant;
import dev.retinue.core.Money;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tokens from their making to their end.
final class CallersTest {
  private static final Grant GRANT =
      new Grant(
          List.of("sessions"), List.of("writer"), List.of("/tmp"), 5, 2, Money.usd("1"), null);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  // It stands still: whatever is remembered stays remembered.
  private final AtomicLong nanos = new AtomicLong();
  private TestData data;
  private Callers callers;

  @BeforeEach
  void open() {
    data = new TestData(folder, clock);
    var key = new SecretKeySpec(new byte[32], "HmacSHA256");
    callers =
        new Callers(
            data.credentials(),
            data.runs(),
            new RunTokens(key),
            new Surroundings(clock, nanos::get, new SecureRandom()));
    callers.owner("rtn_owner");
  }

  @AfterEach
  void close() {
    data.close();
  }

  private Optional<String> who(String token) {
    return callers.authenticate(token).map(Caller::id);
  }

  private static Instant in(Duration time) {
    return TestClock.NOON.plus(time);
  }

  @Test
  void a_token_has_what_it_was_made_with() {
    var expiry = in(Duration.ofDays(1));
    callers.create("ci", new Terms(Scope.READ, GRANT, expiry));

    var kept = callers.require("ci");
    assertThat(kept.terms()).isEqualTo(new Terms(Scope.READ, GRANT, expiry));
    assertThat(callers.of("ci")).isEqualTo(GRANT);
    assertThat(callers.of("nobody")).isEqualTo(Grant.ANY);
  }

  @Test
  void a_token_that_has_expired_lets_nobody_in_although_it_is_remembered() {
    var token = callers.create("ci", new Terms(Scope.RUN, Grant.ANY, in(Duration.ofHours(1))));
    assertThat(who(token.token())).contains("ci");
    assertThat(callers.ended(token.token())).isEmpty();

    clock.advance(Duration.ofHours(1));

    assertThat(who(token.token())).isEmpty();
    assertThat(callers.find("ci")).isEmpty();
    assertThat(callers.ended(token.token()))
        .contains(
            "The token of 'ci' expired at 2030-01-01T13:00:00Z; 'retinue token rotate ci' makes another.");
    assertThat(callers.ended("rtn_unknown")).isEmpty();
  }

  @Test
  void a_token_cannot_expire_before_it_is_made() {
    assertThatThrownBy(
            () -> callers.create("ci", new Terms(Scope.RUN, Grant.ANY, in(Duration.ZERO))))
        .hasMessageContaining("name a time to come");
  }

  @Test
  void a_rotated_token_keeps_its_name_and_all_it_allows_and_the_old_one_ends_at_once() {
    var old = callers.create("ci", new Terms(Scope.RUN, GRANT, in(Duration.ofDays(1))));
    assertThat(who(old.token())).contains("ci");

    var next = callers.rotate("ci", null, Duration.ZERO);

    assertThat(next.token()).isNotEqualTo(old.token());
    assertThat(next.credential().terms()).isEqualTo(old.credential().terms());
    assertThat(who(old.token())).isEmpty();
    assertThat(who(next.token())).contains("ci");
  }

  @Test
  void after_a_rotation_with_grace_both_count_for_a_while_and_are_one_caller() {
    var old = callers.create("ci", Scope.RUN);
    clock.advance(Duration.ofMinutes(1));
    var next = callers.rotate("ci", null, Duration.ofHours(1));
    assertThat(who(old.token())).contains("ci");
    assertThat(who(next.token())).contains("ci");

    callers.change("ci", it -> new Terms(Scope.READ, GRANT, it.expiresAt()));
    assertThat(callers.authenticate(old.token()).map(Caller::scope)).contains(Scope.READ);
    assertThat(callers.of("ci")).isEqualTo(GRANT);

    clock.advance(Duration.ofHours(1));
    assertThat(who(old.token())).isEmpty();
    assertThat(who(next.token())).contains("ci");
  }

  @Test
  void to_revoke_a_token_ends_also_the_one_that_had_some_grace_left() {
    var old = callers.create("ci", Scope.RUN);
    var next = callers.rotate("ci", null, Duration.ofHours(1));

    callers.revoke("ci");

    assertThat(who(old.token())).isEmpty();
    assertThat(who(next.token())).isEmpty();
  }

  @Test
  void one_that_has_expired_is_rotated_only_with_another_end() {
    callers.create("ci", new Terms(Scope.RUN, GRANT, in(Duration.ofHours(1))));
    clock.advance(Duration.ofHours(2));

    assertThatThrownBy(() -> callers.rotate("ci", null, Duration.ZERO))
        .hasMessageContaining("say when the new one expires (--expires)");
    var next = callers.rotate("ci", in(Duration.ofHours(3)), Duration.ZERO);
    assertThat(who(next.token())).contains("ci");
  }

  @Test
  void what_is_changed_holds_at_once() {
    var token = callers.create("ci", Scope.RUN);
    assertThat(callers.of("ci").isAny()).isTrue();

    callers.change("ci", it -> new Terms(Scope.READ, GRANT, it.expiresAt()));

    assertThat(callers.of("ci")).isEqualTo(GRANT);
    assertThat(callers.authenticate(token.token()).map(Caller::scope)).contains(Scope.READ);
  }

  @Test
  void what_two_change_at_the_same_moment_is_changed_by_both() throws Exception {
    callers.create("ci", Scope.RUN);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 40; i++) {
        var agent = "agent-" + i;
        threads.execute(() -> callers.change("ci", it -> with(it, agent)));
      }
    }
    assertThat(callers.of("ci").agents()).hasSize(40);
  }

  private static Terms with(Terms terms, String agent) {
    var agents = Stream.concat(terms.grant().agents().stream(), Stream.of(agent)).toList();
    var grant = new Grant(List.of(), agents, List.of(), null, null, null, null);
    return new Terms(terms.scope(), grant, terms.expiresAt());
  }

  @Test
  void what_was_changed_or_revoked_meanwhile_does_not_come_back_with_a_rotation() {
    var old = callers.create("ci", Scope.ADMIN).credential();
    var next = new Credential("ci", "ci", old.terms(), "ab", old.createdAt(), null);
    var kept = data.credentials();

    callers.change("ci", it -> new Terms(Scope.READ, GRANT, null));
    assertThatThrownBy(() -> kept.replace(old, next, clock.instant()))
        .hasMessageContaining("at this moment");
    var now = callers.require("ci");
    callers.revoke("ci");
    assertThatThrownBy(() -> kept.replace(now, next, clock.instant()))
        .hasMessageContaining("at this moment");

    assertThat(kept.findByName("ci")).isEmpty();
  }

  @Test
  void what_a_caller_was_granted_holds_for_his_runs_when_his_token_has_ended() {
    callers.create("ci", new Terms(Scope.RUN, GRANT, null));

    callers.revoke("ci");

    assertThat(callers.of("ci")).isEqualTo(GRANT);
  }

  @Test
  void the_owner_can_limit_himself_but_stays_the_owner() {
    var less = new Grant(List.of(), List.of(), List.of(), 5, 2, Money.usd("1"), null);
    callers.change(Caller.OWNER, it -> new Terms(it.scope(), less, null));
    assertThat(callers.of(Caller.OWNER)).isEqualTo(less);
    assertThatThrownBy(() -> callers.change(Caller.OWNER, it -> new Terms(it.scope(), GRANT, null)))
        .hasMessageContaining("has all toolsets, agents and roots");
    assertThatThrownBy(
            () -> callers.change(Caller.OWNER, it -> new Terms(Scope.RUN, it.grant(), null)))
        .hasMessageContaining("has the scope 'admin', does not expire");
    assertThatThrownBy(() -> callers.rotate(Caller.OWNER, null, Duration.ZERO))
        .hasMessageContaining("cannot be rotated");

    callers.owner("rtn_another");
    assertThat(callers.of(Caller.OWNER)).isEqualTo(less);
    assertThat(who("rtn_owner")).isEmpty();
  }

  @Test
  void callers_of_elsewhere_are_granted_what_is_said_there() {
    callers.create("ci", Scope.RUN);
    callers.beside(id -> id.startsWith("sso:") ? Optional.of(GRANT) : Optional.empty());

    assertThat(callers.of("sso:anna")).isEqualTo(GRANT);
    assertThat(callers.of("ci")).isEqualTo(Grant.ANY);
  }

  @Test
  void for_whom_no_issuer_vouches_any_more_may_do_nothing_that_costs() {
    assertThat(callers.of("oauth:0123456789abcdef")).isEqualTo(Grant.LEAST);
  }

  @Test
  void a_token_that_is_revoked_already_is_called_so() {
    callers.create("builds", Scope.RUN);
    callers.revoke("builds");

    assertThatThrownBy(() -> callers.revoke("builds"))
        .hasMessage(
            "The token of 'builds' is revoked already; 'retinue token create builds' makes another.");
  }

  @Test
  void whoever_names_a_token_that_is_not_there_is_told_which_was_probably_meant() {
    callers.create("builds", Scope.RUN);

    assertThatThrownBy(() -> callers.revoke("build"))
        .hasMessage(
            "There is no token 'build'; 'retinue token list' shows those there are. Did you mean 'builds'?");
    assertThatThrownBy(() -> callers.rotate("builds", null, Duration.ofDays(31)))
        .hasMessageContaining("30 days at most");
    assertThat(callers.all())
        .extracting(Credential::name)
        .containsExactlyInAnyOrder("owner", "builds");
  }
}
