package dev.retinue.core.staff;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.line.AtWork;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TimeAtWorkTest {
  private static final Terms HUNDRED_SECONDS =
      new Terms(new Budget(null, null, null, 100L, null), true, null, null);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private TestData data;
  private TestStaff staff;

  @BeforeEach
  void open() {
    data = new TestData(folder, clock);
    staff =
        TestStaff.on(data.runs(), data.blobs(), clock)
            .hire("sleeper", "hang")
            .hire("player", "")
            .begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
    data.close();
  }

  @Test
  void a_child_has_no_more_time_than_its_parent_has_left_at_that_moment() {
    var parent = staff.start(StartRequest.of("player", "say here\nhang").under(HUNDRED_SECONDS));
    // Its time begins when somebody works on it, a moment after it is called running.
    var running = staff.awaitEvent(parent, it -> it instanceof RunEvent.Said);
    clock.advance(Duration.ofSeconds(60));

    var child = staff.staff().start(Crew.callerOf(running), StartRequest.of("sleeper", "sleep"));

    assertThat(staff.account(child.id()).budget().maxSeconds()).isLessThanOrEqualTo(40);
  }

  @Test
  void word_of_an_earlier_state_that_comes_late_does_not_stop_the_clock() {
    var nanos = new AtomicLong();
    var surroundings = new Surroundings(clock, nanos::get, new SecureRandom());
    var agent =
        new Agent("a", "", new Agent.Means("scripted", null), "", List.of(), Agent.Limits.NONE);
    var begun = staff.staff().start(OWNER, StartRequest.of("player", "hang"));
    var running = begun.apply(new RunEvent.Started(TestClock.NOON));
    var job = new Job(running, agent, "hang", new AtWork().enter("owner", null, 0));
    var work = new LiveWork(staff.staff(), data.runs(), surroundings, job);
    var asked =
        running.apply(
            new RunEvent.Asked(TestClock.NOON, new Need("q", Need.Kind.ANSWER, "Well?", null)));
    Run answered = asked.apply(new RunEvent.Answered(TestClock.NOON, "q", "yes"));

    work.note(answered);
    work.note(asked);
    nanos.addAndGet(Duration.ofSeconds(7).toNanos());

    assertThat(work.active()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void a_run_that_waits_a_moment_before_its_time_is_over_is_not_looked_at_without_a_pause() {
    var run = staff.start(StartRequest.of("sleeper", "sleep").under(HUNDRED_SECONDS));
    assertThat(data.runs().account(run).map(Account::budget)).isPresent();
    var almost = Duration.ofSeconds(100).minusNanos(1);

    var deadline =
        new Deadline(staff.staff(), data.runs(), run, () -> almost, new CountDownLatch(1));

    assertThat(deadline.look()).isGreaterThanOrEqualTo(Duration.ofMillis(50));
  }
}
