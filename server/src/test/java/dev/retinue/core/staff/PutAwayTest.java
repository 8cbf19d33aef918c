package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many conversations where few are at hand.
final class PutAwayTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final int SESSIONS = 20;
  private static final int MESSAGES = 10;

  @TempDir private Path folder;

  @Test
  void what_is_put_away_under_load_loses_no_message_and_repeats_none() throws Exception {
    var clock = new TestClock();
    var limits =
        new SessionLimits(
            3, 3, 100, Duration.ofMinutes(1), 5, 100, 1_000_000, Duration.ofMinutes(1));
    var rules = new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, Roots.NONE, limits);
    try (var staff =
            TestStaff.in(folder, clock, rules)
                .hire("player", "")
                .begin(new ScriptedRuntime(clock));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var sessions = staff.staff().sessions();
      var ids = new ArrayList<String>();
      for (int i = 0; i < SESSIONS; i++) {
        ids.add(sessions.open(ANNA, "player", null).id());
      }
      assertThat(sessions.atHand().counts().open()).isEqualTo(3);
      var senders = new ArrayList<Future<?>>();
      for (var id : ids) {
        senders.add(threads.submit(() -> talk(staff, id)));
      }
      for (var sender : senders) {
        sender.get();
      }
      for (var id : ids) {
        var said = new ArrayList<String>();
        sessions.conversation(ANNA, id).backwards().forEach(it -> said.addFirst(it.message()));
        assertThat(said).isEqualTo(messages());
      }
      assertThat(sessions.atHand().counts().open()).isLessThanOrEqualTo(3);
      assertThat(sessions.atHand().counts().putAway()).isGreaterThan(SESSIONS);
    }
  }

  @Test
  void who_may_not_speak_in_what_is_not_at_hand_puts_nothing_away_by_it() {
    var limits =
        new SessionLimits(
            3, 1, 100, Duration.ofMinutes(1), 5, 100, 1_000_000, Duration.ofMinutes(1));
    var rules = new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, Roots.NONE, limits);
    try (var staff =
        TestStaff.in(folder, new TestClock(), rules)
            .hire("player", "")
            .begin(new ScriptedRuntime(new TestClock()))) {
      var sessions = staff.staff().sessions();
      var former = sessions.open(ANNA, "player", null).id();
      var latest = sessions.open(ANNA, "player", null).id();
      for (var scope : List.of(Caller.Scope.WATCH, Caller.Scope.ADMIN)) {
        var other = new Caller("wall", "wall", scope, null);
        assertThatThrownBy(() -> sessions.send(other, former, new Message("complete No")))
            .isInstanceOfSatisfying(
                RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN));
      }
      assertThat(sessions.atHand().has(latest)).isTrue();
      assertThat(sessions.atHand().has(former)).isFalse();
    }
  }

  private static List<String> messages() {
    var all = new ArrayList<String>();
    for (int i = 0; i < MESSAGES; i++) {
      all.add("complete Answer %d".formatted(i));
    }
    return all;
  }

  /// Who is refused because somebody speaks in all that are at hand tries again.
  private static void talk(TestStaff staff, String id) {
    for (var text : messages()) {
      var run = staff.awaitEnd(send(staff, id, text));
      staff.await(run.id(), it -> !it.ending());
    }
  }

  private static RunId send(TestStaff staff, String id, String text) {
    while (true) {
      try {
        var message = new Message(text, false, Map.of(), null);
        return staff.staff().sessions().send(ANNA, id, message).id();
      } catch (RetinueException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
        Thread.onSpinWait();
      }
    }
  }
}
