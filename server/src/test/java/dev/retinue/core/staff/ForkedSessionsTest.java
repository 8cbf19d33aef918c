package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.Session;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

    var said = new ArrayList<String>();
    sessions.conversation(ANNA, fork.id()).backwards().forEach(it -> said.add(it.message()));
    assertThat(said).containsExactly("complete One");
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
