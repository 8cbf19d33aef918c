package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Money;
import dev.retinue.core.RunEvent;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Conversations that runs lead.
final class SessionsOfRunsTest {
  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private TestStaff staff;

  @BeforeEach
  void open() {
    staff =
        TestStaff.in(folder, clock)
            .hire("asker", "say begun\nhang")
            .hire("player", "spend 0.02\nstart payer: pay\nawait\ncomplete done")
            .hire("payer", "spend 0.03\ncomplete paid")
            .begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  @Test
  void what_is_used_below_their_turns_is_on_their_account() {
    var asker = staff.start("asker", "Ask.");
    staff.awaitEvent(asker, RunEvent.Said.class::isInstance);
    var owner = TestStaff.OWNER;
    var caller = new Caller(owner.id(), owner.name(), Caller.Scope.RUN, asker);
    var sessions = staff.staff().sessions();
    var session = sessions.open(caller, "player", null);
    staff.awaitEnd(sessions.send(caller, session.id(), new Message("Go.")).id());
    var used = sessions.require(caller, session.id()).past().usage().cost();
    assertThat(used).isEqualTo(Money.usd("0.05"));
    assertThat(staff.account(asker).spent().cost()).isEqualTo(Money.usd("0.05"));
  }
}
