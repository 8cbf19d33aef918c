package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Background;
import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.State;
import dev.retinue.core.group.Errand;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A turn whose answer is there, and of which something is still at work.
final class LeavingTurnTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private final CountDownLatch gone = new CountDownLatch(1);
  private TestStaff staff;
  private Session session;
  private RunId child;

  @BeforeEach
  void begin() {
    var means = new Agent.Means("lingering", null);
    staff =
        TestStaff.in(folder, clock)
            .hire(new Agent("lingerer", "", means, "", List.of(), Agent.Limits.NONE))
            .hire("player", "hang")
            .begin(new ScriptedRuntime(clock), new Lingering());
    session = sessions().open(ANNA, "lingerer", null);
    var turn = sessions().send(ANNA, session.id(), new Message("Begin it."));
    child = Background.of(staff.await(turn.id(), Run::ended)).getFirst();
    assertThat(staff.run(turn.id()).ending()).isTrue();
  }

  @AfterEach
  void end() {
    gone.countDown();
    staff.close();
  }

  private Sessions sessions() {
    return staff.staff().sessions();
  }

  @Test
  void to_close_its_session_stops_what_it_left_in_the_background() {
    sessions().close(ANNA, session.id());
    assertThat(staff.run(child).state()).isInstanceOf(State.Stopped.class);
  }

  @Test
  void to_interrupt_everything_stops_what_it_left_in_the_background() {
    assertThat(sessions().interrupt(ANNA, session.id(), false)).isEmpty();
    assertThat(staff.run(child).ended()).isFalse();
    assertThat(sessions().interrupt(ANNA, session.id(), true))
        .extracting(Run::id)
        .containsExactly(child);
  }

  /// Answers, leaves one at work in the background, and is not gone before it is let go.
  private final class Lingering implements AgentRuntime {
    @Override
    public String name() {
      return "lingering";
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      var errand = Errand.of("player", "Go.");
      var begun = work.delegate("background", errand).id();
      var fact = Map.of(Background.FACT + "1", begun.text());
      work.tell(new RunEvent.Learned(clock.instant(), fact));
      work.complete("It is begun.", State.Evidence.CLAIMED);
      gone.await();
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }
}
