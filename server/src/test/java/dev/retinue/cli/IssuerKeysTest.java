package dev.retinue.cli;

import static dev.retinue.testing.MockIssuer.AUDIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.retinue.core.Grant;
import dev.retinue.core.Issuer;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.testing.MockIssuer;
import dev.retinue.web.oauth.IssuerGate;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The keys of an issuer: when they are fetched, when not, and when they cannot be.
final class IssuerKeysTest {
  private MockIssuer issuer;
  private long moved;
  private IssuerGate gate;

  @BeforeEach
  void open() {
    issuer = MockIssuer.start();
    gate = gate(null);
  }

  @AfterEach
  void close() {
    issuer.close();
  }

  /// Time that is measured is moved by tests; what tokens say is true by the real clock.
  private IssuerGate gate(@Nullable URI keys) {
    return gateOf(
        new Issuer(issuer.url(), List.of(AUDIENCE), keys, Issuer.Scopes.USUAL, Grant.ANY));
  }

  private IssuerGate gateOf(Issuer who) {
    var surroundings = new Surroundings(Instant::now, () -> moved, new SecureRandom());
    return new IssuerGate(who, _ -> Optional.empty(), surroundings);
  }

  @Test
  void keys_are_fetched_once_for_many_tokens() {
    for (int i = 0; i < 10; i++) {
      int number = i;
      assertThat(enter(issuer.token(it -> it.put("sub", "s" + number)))).isEmpty();
    }
    assertThat(issuer.fetched()).isEqualTo(1);
  }

  @Test
  void a_key_that_is_not_known_is_fetched_but_not_for_every_token_that_names_one() {
    assertThat(enter(issuer.token())).isEmpty();
    issuer.addKey("next", "RSA");
    var next = issuer.token("RS256", "next", _ -> {});
    assertThat(enter(next)).contains("no such key");
    assertThat(issuer.fetched()).isEqualTo(1);
    advance(Duration.ofSeconds(30));
    assertThat(enter(next)).isEmpty();
    assertThat(issuer.fetched()).isEqualTo(2);
    issuer.addKey("unknown", "RSA");
    var unknown = issuer.token("RS256", "unknown", _ -> {});
    issuer.removeKey("unknown");
    for (int i = 0; i < 20; i++) {
      advance(Duration.ofSeconds(4));
      assertThat(enter(unknown)).contains("no such key");
    }
    assertThat(issuer.fetched()).isBetween(3, 5);
  }

  @Test
  void a_key_that_was_withdrawn_counts_no_more_after_a_while() {
    assertThat(enter(issuer.token())).isEmpty();
    issuer.addKey("next", "RSA");
    issuer.removeKey("rsa");
    advance(Duration.ofMinutes(11));
    assertThat(enter(issuer.token("RS256", "next", _ -> {}))).isEmpty();
    issuer.addKey("rsa", "RSA");
    assertThat(enter(issuer.token())).contains("no such key");
  }

  @Test
  void a_key_that_was_withdrawn_does_not_count_after_a_quiet_time() {
    assertThat(enter(issuer.token())).isEmpty();
    var withdrawn = issuer.token(it -> it.put("sub", "late"));
    issuer.addKey("next", "RSA");
    issuer.removeKey("rsa");
    advance(Duration.ofMinutes(21));
    assertThat(enter(withdrawn)).contains("no such key");
  }

  @Test
  void after_one_try_in_vain_old_keys_count_at_once_and_others_are_asked_for_beside() {
    gate = gate(URI.create(issuer.url() + "/keys"));
    assertThat(enter(issuer.token())).isEmpty();
    issuer.answerWith(503);
    advance(Duration.ofHours(1));
    for (int i = 0; i < 20; i++) {
      int number = i;
      assertThat(enter(issuer.token(it -> it.put("sub", "s" + number)))).isEmpty();
    }
    assertThat(issuer.fetched()).isEqualTo(2);

    issuer.fallSilent();
    advance(Duration.ofSeconds(31));
    assertTimeoutPreemptively(
        Duration.ofSeconds(4),
        () -> assertThat(enter(issuer.token(it -> it.put("sub", "later")))).isEmpty());
  }

  @Test
  void without_keys_nobody_comes_in_and_it_is_said_that_this_passes() {
    issuer.answerWith(500);
    assertThat(enter(issuer.token())).contains("cannot be had").contains("500");
    issuer.answerWith(200);
    assertThat(enter(issuer.token())).as("not again at once").contains("cannot be had");
    advance(Duration.ofSeconds(30));
    assertThat(enter(issuer.token())).isEmpty();
  }

  @Test
  void an_issuer_that_is_gone_is_believed_for_a_day() {
    assertThat(enter(issuer.token())).isEmpty();
    issuer.answerWith(503);
    advance(Duration.ofHours(23));
    assertThat(enter(issuer.token(it -> it.put("sub", "later")))).isEmpty();
    advance(Duration.ofHours(2));
    assertThat(enter(issuer.token(it -> it.put("sub", "too late")))).contains("503");
  }

  @Test
  void an_issuer_that_answers_nothing_keeps_nobody_waiting_whose_key_is_known() {
    gate = gate(URI.create(issuer.url() + "/keys"));
    assertThat(enter(issuer.token())).isEmpty();
    issuer.fallSilent();
    advance(Duration.ofMinutes(11));
    assertTimeoutPreemptively(
        Duration.ofSeconds(4),
        () -> {
          for (int i = 0; i < 20; i++) {
            int number = i;
            assertThat(enter(issuer.token(it -> it.put("sub", "s" + number)))).isEmpty();
          }
        });
    // They are asked for meanwhile, by one.
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          while (issuer.fetched() < 2) {
            Thread.onSpinWait();
          }
        });
    assertThat(issuer.fetched()).isEqualTo(2);
  }

  @Test
  void what_is_too_long_is_not_read() {
    issuer.pad(300_000);
    assertThat(enter(issuer.token())).contains("too long");
  }

  @Test
  void keys_come_by_https_alone_unless_from_this_machine() {
    gate = gate(URI.create("http://192.0.2.1/keys"));
    assertThat(enter(issuer.token())).contains("https alone");
    gate = gate(URI.create(issuer.url() + "/keys"));
    assertThat(enter(issuer.token())).isEmpty();
  }

  @Test
  void who_describes_another_issuer_is_not_believed() {
    gate =
        gateOf(
            new Issuer(
                issuer.url() + "/tenant", List.of(AUDIENCE), null, Issuer.Scopes.USUAL, Grant.ANY));
    assertThat(enter(issuer.token(it -> it.put("iss", issuer.url() + "/tenant"))))
        .contains("describes another issuer");
  }

  private void advance(Duration time) {
    moved += time.toNanos();
  }

  /// Why not; nothing if it is let in.
  private String enter(String token) {
    try {
      assertThat(gate.enter("Bearer " + token)).isPresent();
      return "";
    } catch (RetinueException e) {
      return e.getMessage();
    }
  }
}
