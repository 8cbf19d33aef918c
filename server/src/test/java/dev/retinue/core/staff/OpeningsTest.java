package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Retention;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Session;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.StartKey;
import dev.retinue.core.staff.Sessions.Opening;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How conversations begin, once and again.
final class OpeningsTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Opening OPENING = new Opening("player", null);
  private static final int KEPT = 20;

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private final ChosenIds chosen = new ChosenIds(new SecretKeySpec(new byte[32], "HmacSHA256"));
  private TestStaff staff;

  @BeforeEach
  void open() {
    var limits =
        new SessionLimits(
            5, 5, KEPT, Duration.ofHours(1), 5, 100, 1_000_000, Duration.ofMinutes(1));
    var rules = new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, Roots.NONE, limits);
    staff = TestStaff.in(folder, clock, rules).hire("player", "").begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  private Sessions sessions() {
    return staff.staff().sessions();
  }

  private static StartKey key(String tool, String digest) {
    return new StartKey("anna", tool, "k1", digest);
  }

  private Session openAs(String name) {
    return sessions().openAs(ANNA, chosen.of(ANNA, name), () -> OPENING);
  }

  @Test
  void the_same_key_opens_one_session_however_many_try() {
    var ids = ConcurrentHashMap.<String>newKeySet();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        threads.execute(
            () -> ids.add(sessions().open(ANNA, OPENING, key("create_session", "a")).id()));
      }
    }
    assertThat(ids).hasSize(1);
    assertThat(sessions().list(ANNA, true, null, 10).total()).isOne();
    assertThat(sessions().atHand().counts().open()).isLessThanOrEqualTo(1);
    assertThatThrownBy(() -> sessions().open(ANNA, OPENING, key("create_session", "b")))
        .isInstanceOfSatisfying(
            RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
        .hasMessageContaining("other arguments");
  }

  @Test
  void the_same_key_makes_one_fork() {
    var session = sessions().open(ANNA, OPENING);
    var key = key("fork_session", "a");
    var fork = sessions().fork(ANNA, session.id(), null, null, key);
    assertThat(sessions().fork(ANNA, session.id(), null, null, key)).isEqualTo(fork);
    assertThat(fork.id()).isNotEqualTo(session.id());
    var other = key("fork_session", "b");
    assertThatThrownBy(() -> sessions().fork(ANNA, session.id(), null, null, other))
        .hasMessageContaining("other arguments");
  }

  @Test
  void a_caller_keeps_only_so_many_open() {
    for (int i = 0; i < KEPT; i++) {
      sessions().open(ANNA, OPENING);
    }
    assertThatThrownBy(() -> sessions().open(ANNA, OPENING))
        .isInstanceOfSatisfying(
            RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED))
        .hasMessageContaining("You have 20 open sessions")
        .hasMessageContaining("close_session");
    var bert = new Caller("bert", "bert", Caller.Scope.RUN, null);
    sessions().open(bert, OPENING);
    sessions().close(ANNA, sessions().list(ANNA, false, 1).getFirst().id());
    sessions().open(ANNA, OPENING);
  }

  @Test
  void all_are_listed_page_by_page_the_one_first_that_was_used_last() {
    for (int i = 0; i < KEPT; i++) {
      sessions().open(ANNA, OPENING);
      clock.advance(Duration.ofSeconds(i % 3));
    }
    var seen = new HashSet<String>();
    String before = null;
    int pages = 0;
    do {
      var page = sessions().list(ANNA, false, before, 6);
      assertThat(page.total()).isEqualTo(KEPT);
      page.sessions().forEach(it -> assertThat(seen.add(it.id())).isTrue());
      before = page.next();
      pages++;
    } while (before != null);
    assertThat(seen).hasSize(KEPT);
    assertThat(pages).isEqualTo(4);
    assertThatThrownBy(() -> sessions().list(ANNA, false, "yesterday", 6))
        .hasMessageContaining("is no place in the list");
  }

  @Test
  void a_name_of_a_closed_session_is_free_for_the_next_one_again_and_again() {
    var first = openAs("kitchen");
    assertThat(openAs("kitchen")).isEqualTo(first);
    sessions().close(ANNA, first.id());
    var second = openAs("kitchen");
    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(second.closed()).isFalse();
    assertThat(openAs("kitchen")).isEqualTo(second);
    sessions().close(ANNA, second.id());
    var third = openAs("kitchen");
    assertThat(third.id()).isNotIn(first.id(), second.id());
    assertThat(sessions().require(ANNA, first.id()).closed()).isTrue();
    assertThat(openAs("cellar").id()).isNotIn(first.id(), second.id(), third.id());
  }

  @Test
  void two_who_go_on_with_the_name_of_a_closed_session_meet_in_one() {
    sessions().close(ANNA, openAs("kitchen").id());
    var ids = ConcurrentHashMap.<String>newKeySet();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        threads.execute(() -> ids.add(openAs("kitchen").id()));
      }
    }
    assertThat(ids).hasSize(1);
  }

  @Test
  void a_name_goes_on_with_one_session_after_the_first_that_had_it_is_gone() {
    var first = openAs("kitchen");
    sessions().close(ANNA, first.id());
    clock.advance(Duration.ofHours(1));
    sessions().close(ANNA, openAs("kitchen").id());
    staff.clean(new Retention(Duration.ofMinutes(30), 100, 1 << 20, Duration.ofDays(1)));
    assertThatThrownBy(() -> sessions().require(ANNA, first.id()))
        .hasMessageContaining("no session");
    var third = openAs("kitchen");
    assertThat(third.closed()).isFalse();
    assertThat(openAs("kitchen")).isEqualTo(third);
  }
}
