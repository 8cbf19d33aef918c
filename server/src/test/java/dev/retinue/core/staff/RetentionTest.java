package dev.retinue.core.staff;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Retention;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RetentionTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Retention NOTHING_SEEN =
      new Retention(Duration.ZERO, 0, 0, Duration.ofDays(1000));

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private TestData data;
  private TestStaff staff;

  @BeforeEach
  void open() {
    data = new TestData(folder, clock);
    staff =
        TestStaff.on(data.runs(), data.blobs(), clock)
            .hire("player", "")
            .hire("talker", "")
            .begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
    data.close();
  }

  @Test
  void a_result_waits_for_the_caller_to_whom_it_belongs_and_nobody_else_sees_it_for_him() {
    var queued = staff.staff().start(ANNA, StartRequest.of("player", "complete Done"));
    var run = queued.id();
    staff.staff().markSeen(ANNA, List.of(queued));
    staff.awaitEnd(run);
    staff.staff().markSeen(OWNER, List.of(staff.run(run)));
    assertThat(leaving()).as("one looked too early, the other is not its caller").isEmpty();

    staff.staff().markSeen(ANNA, List.of(staff.run(run)));

    assertThat(leaving()).containsExactly(run);
  }

  @Test
  void turns_stay_with_their_session_below_others_too_and_go_with_it() {
    var root =
        staff.staff().start(ANNA, StartRequest.of("player", "ask Well?\ncomplete Done")).id();
    var waiting = staff.await(root, it -> it.state() instanceof State.Waiting);
    var me = Crew.callerOf(waiting);
    var session = staff.staff().sessions().open(me, "talker", "talk").id();
    var turn = new Terms(Budget.UNLIMITED, true, null, session);
    var child =
        staff.staff().start(me, StartRequest.of("talker", "complete Hello").under(turn)).id();
    staff.awaitEnd(child);
    staff.staff().answer(ANNA, root, waiting.needs().getFirst().id(), "yes");
    staff.awaitEnd(root);
    staff.staff().markSeen(ANNA, List.of(staff.run(root)));
    assertThat(leaving()).as("its session is open").isEmpty();

    staff.staff().sessions().close(OWNER, session);

    assertThat(leaving()).containsExactlyInAnyOrder(root, child);
    assertThat(data.runs().session(session)).isPresent();
    remove(leaving());
    assertThat(data.runs().session(session)).isEmpty();
  }

  private List<RunId> leaving() {
    return data.runs().removable(NOTHING_SEEN, clock.instant().plusSeconds(1), 100);
  }

  private void remove(List<RunId> runs) {
    staff
        .staff()
        .change(
            change -> {
              runs.forEach(change.records()::remove);
              return null;
            });
  }
}
