package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.Session;
import dev.retinue.core.port.Conversation.Turn;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Conversations that go on with what was said in others.
final class ForkedSessionsTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private TestStaff staff;

  @BeforeEach
  void open() {
    staff = TestStaff.in(folder, clock).hire("player", "").begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  @Test
  void a_fork_keeps_what_was_said_although_its_last_turn_was_removed() {
    var sessions = staff.staff().sessions();
    var session = sessions.open(ANNA, "player", null);
    send(session, "complete One");
    var second = send(session, "complete Two");
    var fork = sessions.fork(ANNA, session.id(), null, null);
    clock.advance(Duration.ofSeconds(1));
    send(session, "complete Three");
    staff.staff().remove(ANNA, second.id());

    assertThat(said(fork)).containsExactly("complete One");
  }

  @Test
  void what_a_fork_left_out_stays_out_although_its_last_turn_was_removed() {
    var sessions = staff.staff().sessions();
    var session = sessions.open(ANNA, "player", null);
    send(session, "complete One");
    clock.advance(Duration.ofSeconds(1));
    var second = send(session, "complete Two");
    clock.advance(Duration.ofSeconds(1));
    send(session, "complete Three");
    var fork = sessions.fork(ANNA, session.id(), null, null);
    send(fork, "complete Four");
    clock.advance(Duration.ofSeconds(1));
    var back = sessions.fork(ANNA, session.id(), null, second.id());
    var farBack = sessions.fork(ANNA, fork.id(), null, second.id());
    staff.staff().remove(ANNA, second.id());

    assertThat(said(back)).containsExactly("complete One");
    assertThat(said(farBack)).containsExactly("complete One");
    assertThat(said(fork)).containsExactly("complete Four", "complete Three", "complete One");
  }

  @Test
  void a_fork_of_a_fork_goes_back_as_far_as_it_is_told_to() {
    var sessions = staff.staff().sessions();
    var session = sessions.open(ANNA, "player", null);
    var first = send(session, "complete One");
    send(session, "complete Two");
    var fork = sessions.fork(ANNA, session.id(), null, null);
    send(fork, "complete Three");
    var again = sessions.fork(ANNA, fork.id(), null, first.id());
    send(again, "complete Four");
    assertThat(said(again)).containsExactly("complete Four", "complete One");
    assertThat(said(fork)).containsExactly("complete Three", "complete Two", "complete One");
  }

  @Test
  void a_conversation_is_read_from_any_of_its_turns_on_and_from_no_other() {
    var sessions = staff.staff().sessions();
    var session = sessions.open(ANNA, "player", null);
    var first = send(session, "complete One");
    var second = send(session, "complete Two");
    var fork = sessions.fork(ANNA, session.id(), null, first.id());
    var third = send(fork, "complete Three");
    assertThat(saidFrom(fork, third)).containsExactly("complete Three", "complete One");
    assertThat(saidFrom(fork, first)).containsExactly("complete One");
    assertThat(saidFrom(fork, second)).as("it was said after the fork").isEmpty();
    assertThat(saidFrom(session, second)).containsExactly("complete Two", "complete One");
    assertThat(saidFrom(session, third)).as("it belongs to the fork").isEmpty();
  }

  @Test
  void a_fork_of_a_fork_of_a_fork_comes_to_an_end() {
    var sessions = staff.staff().sessions();
    var session = sessions.open(ANNA, "player", null);
    var first = send(session, "complete One");
    var last = session;
    for (int i = 0; i < 100; i++) {
      last = sessions.fork(ANNA, last.id(), null, null);
    }
    assertThat(said(last)).containsExactly("complete One");
    assertThat(saidFrom(last, first)).containsExactly("complete One");
    var deep = last.id();
    assertThatThrownBy(() -> sessions.fork(ANNA, deep, null, null))
        .hasMessageContaining("a fork of a fork, 100 times over");
  }

  private List<String> said(Session session) {
    return messages(staff.staff().sessions().conversation(ANNA, session.id()).backwards());
  }

  private List<String> saidFrom(Session session, Run turn) {
    return messages(staff.staff().sessions().conversation(ANNA, session.id()).backwards(turn.id()));
  }

  private static List<String> messages(Iterable<Turn> turns) {
    var said = new ArrayList<String>();
    turns.forEach(it -> said.add(it.message()));
    return said;
  }

  @Test
  void a_fork_counts_the_messages_that_it_goes_on_with_and_has_its_own_name() {
    var sessions = staff.staff().sessions();
    var session = sessions.open(ANNA, "player", "tea");
    var first = send(session, "complete One");
    send(session, "complete Two");
    var fork = sessions.fork(ANNA, session.id(), null, null);
    assertThat(fork.name()).isNull();
    assertThat(fork.past().messages()).isEqualTo(2);
    send(fork, "complete Three");
    var again = sessions.fork(ANNA, fork.id(), "oolong", null);
    assertThat(again.name()).isEqualTo("oolong");
    assertThat(again.past().messages()).isEqualTo(3);
    assertThat(sessions.fork(ANNA, again.id(), null, first.id()).past().messages()).isEqualTo(1);
    var empty = sessions.open(ANNA, "player", null);
    assertThat(sessions.fork(ANNA, empty.id(), null, null).past().messages()).isZero();
  }

  private Run send(Session session, String text) {
    var run = staff.staff().sessions().send(ANNA, session.id(), new Message(text));
    return staff.await(run.id(), it -> it.ended() && !it.ending());
  }
}
