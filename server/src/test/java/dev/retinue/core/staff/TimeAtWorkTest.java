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
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
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
    var begun = staff.staff().start(OWNER, StartRequest.of("player", "hang"));
    var running = begun.apply(new RunEvent.Started(TestClock.NOON));
    var work = work(running, surroundings);
    var asked =
        running.apply(
            new RunEvent.Asked(TestClock.NOON, new Need("q", Need.Kind.ANSWER, "Well?", null)));
    Run answered = asked.apply(new RunEvent.Answered(TestClock.NOON, "q", "yes"));

    work.note(answered);
    work.note(asked);
    nanos.addAndGet(Duration.ofSeconds(7).toNanos());

    assertThat(work.active()).isEqualTo(Duration.ofSeconds(7));
  }

  private LiveWork work(Run run, Surroundings surroundings) {
    var agent =
        new Agent("a", "", new Agent.Means("scripted", null), "", List.of(), Agent.Limits.NONE);
    var writing = new Writing(data.runs(), surroundings, new Bells(), run, null, () -> 1);
    var job = new Job(run, agent, "hang", new AtWork().enter("owner", null, 0), writing);
    return new LiveWork(staff.staff(), data.runs(), surroundings, job);
  }

  @Test
  void nobody_looks_at_the_time_of_a_run_any_more_that_is_to_let_go_and_does_not()
      throws Exception {
    var run = staff.run(staff.start("player", "say here\nhang"));
    var work = work(run, Surroundings.real());
    var stubborn = new Stubborn();
    var thread = Thread.ofVirtual().start(() -> work.carryOut(stubborn, () -> false));
    stubborn.begun.await();

    work.interrupt();

    assertThat(work.deadline().awaitEnd(Duration.ofSeconds(20))).isTrue();
    assertThat(thread.isAlive()).isTrue();
    stubborn.enough.countDown();
    thread.join();
  }

  /// Does not let go before it is told to.
  private static final class Stubborn implements AgentRuntime {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch enough = new CountDownLatch(1);

    @Override
    public String name() {
      return "stubborn";
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      begun.countDown();
      try {
        enough.await();
      } catch (InterruptedException e) {
        enough.await();
      }
    }
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
