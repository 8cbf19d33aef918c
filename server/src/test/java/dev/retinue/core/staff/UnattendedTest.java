package dev.retinue.core.staff;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of runs whose caller went away while he waited.
final class UnattendedTest {
  private static final Duration GRACE = Duration.ofMinutes(1);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private TestStaff staff;

  @BeforeEach
  void open() {
    staff = TestStaff.in(folder, clock).hire("sleeper", "hang").begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  @Test
  void one_that_nobody_asks_for_is_stopped_when_its_grace_is_over() throws Exception {
    var id = staff.start("sleeper", "x");
    staff.staff().leave(id, GRACE);
    clock.advance(GRACE.plusSeconds(1));
    assertThat(awaitEnd(id).state())
        .isInstanceOfSatisfying(
            State.Stopped.class,
            stopped -> assertThat(stopped.why()).contains("its caller went away"));
  }

  @Test
  void whoever_asks_for_it_in_time_adopts_it() throws Exception {
    var id = staff.start("sleeper", "x");
    var other = staff.start("sleeper", "y");
    staff.staff().leave(id, GRACE);
    staff.staff().leave(other, GRACE);
    staff.staff().require(OWNER, id);
    clock.advance(GRACE.plusSeconds(1));
    awaitEnd(other);
    assertThat(staff.staff().visible(OWNER, Set.of(id)).values()).noneMatch(Run::ended);
  }

  @Test
  void to_look_at_everything_adopts_nobody() throws Exception {
    var id = staff.start("sleeper", "x");
    staff.staff().leave(id, GRACE);
    staff.staff().visible(OWNER, Set.of(id));
    staff.register().work(OWNER, id);
    staff.register().latest(OWNER, id, 10);
    clock.advance(GRACE.plusSeconds(1));
    assertThat(awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
  }

  @Test
  void who_only_watches_others_keeps_nothing_alive_however_he_looks() throws Exception {
    var watcher = new Caller("wall", "wall", Caller.Scope.WATCH, null);
    var id = staff.start("sleeper", "x");
    var run = staff.run(id);
    staff.staff().leave(id, GRACE);
    staff.staff().require(watcher, id);
    var waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return staff.staff().await(watcher, id, Run::ended, Duration.ofHours(1));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            Thread::startVirtualThread);
    while (!staff.staff().bells().isHeard(run)) {
      Thread.onSpinWait();
    }
    clock.advance(GRACE.plusSeconds(1));
    assertThat(waiting.get(30, TimeUnit.SECONDS).state()).isInstanceOf(State.Stopped.class);
  }

  /// As somebody who is not a caller, and so adopts nobody.
  private Run awaitEnd(RunId id) throws InterruptedException {
    var run = staff.staff().await(id, Run::ended, Duration.ofSeconds(30));
    assertThat(run.ended()).isTrue();
    return run;
  }
}
