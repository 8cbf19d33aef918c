package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.group.Errand;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Memory;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.group.GroupRuntime;
import dev.retinue.runtime.group.GroupStaff;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who begins when not all can.
final class RoomTest {
  private static final long MEGABYTE = 1 << 20;

  @TempDir private Path folder;
  private final AtomicLong free = new AtomicLong(1000 * MEGABYTE);
  private final Held held = new Held();

  private TestStaff staff(Limits limits) {
    var agent =
        new Agent("worker", "", new Agent.Means("held", null), "", List.of(), Agent.Limits.NONE);
    return TestStaff.in(folder, new TestClock(), limits)
        .hire(agent)
        .begin(() -> OptionalLong.of(free.get()), held);
  }

  private static Limits limits(int slots, int perCaller) {
    return new Limits(slots, 64, 5, 100, 1000, new Limits.Share(perCaller, 100 * MEGABYTE));
  }

  private static RunId start(TestStaff staff, String caller) {
    var who = new Caller(caller, caller, Caller.Scope.RUN, null);
    return staff.staff().start(who, StartRequest.of("worker", "go")).id();
  }

  /// Once somebody has looked whether there is room: until then it is about to begin.
  private static String reason(TestStaff staff, RunId run) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      var reason = String.valueOf(staff.staff().crew().glance(staff.run(run)).queueReason());
      if (!reason.equals("is about to begin") || System.nanoTime() > end) {
        return reason;
      }
    }
  }

  private static void awaitBegin(TestStaff staff, RunId run) {
    staff.await(run, it -> it.state() instanceof State.Running);
  }

  @Test
  void who_finds_no_slot_says_so_and_begins_when_there_is_one() {
    try (var staff = staff(limits(1, 1_000))) {
      var first = start(staff, "a");
      awaitBegin(staff, first);
      var second = start(staff, "a");
      assertThat(reason(staff, second)).isEqualTo("waits for a slot (1 of 1 at work)");

      held.letGo(1);

      awaitBegin(staff, second);
      assertThat(reason(staff, second)).isEqualTo("null");
      held.letGo(1);
    }
  }

  @Test
  void a_caller_has_only_his_share_at_work_and_others_pass_him() {
    try (var staff = staff(limits(8, 2))) {
      var his = List.of(start(staff, "a"), start(staff, "a"), start(staff, "a"));
      awaitBegin(staff, his.get(0));
      awaitBegin(staff, his.get(1));
      var other = start(staff, "b");
      awaitBegin(staff, other);
      assertThat(staff.run(his.get(2)).state()).isInstanceOf(State.Queued.class);
      assertThat(reason(staff, his.get(2)))
          .isEqualTo("waits for its caller's share (2 of 2 at work)");
      held.letGo(4);
      staff.awaitEnd(his.get(2));
    }
  }

  @Test
  void a_share_that_is_all_there_is_is_called_a_slot() {
    try (var staff = staff(limits(1, 1))) {
      awaitBegin(staff, start(staff, "a"));
      assertThat(reason(staff, start(staff, "a"))).isEqualTo("waits for a slot (1 of 1 at work)");
      held.letGo(2);
    }
  }

  @Test
  void a_hundred_of_one_caller_do_not_keep_the_one_of_another_waiting() {
    try (var staff = staff(limits(1, 1_000))) {
      var many = new ArrayList<RunId>();
      for (int i = 0; i < 100; i++) {
        many.add(start(staff, "a"));
      }
      awaitBegin(staff, many.getFirst());
      var one = start(staff, "b");

      held.letGo(2);
      staff.awaitEnd(one);

      assertThat(held.begun).startsWith(many.getFirst(), one).hasSizeLessThanOrEqualTo(3);
      held.letGo(100);
      many.forEach(staff::awaitEnd);
    }
  }

  @Test
  void who_finds_no_memory_waits_for_it_unless_nothing_is_at_work() {
    held.appetite = 200 * MEGABYTE;
    free.set(150 * MEGABYTE);
    try (var staff = staff(limits(8, 8))) {
      var first = start(staff, "a");
      awaitBegin(staff, first);
      free.set(500 * MEGABYTE);
      // 500 less a reserve of 100 and of 200 that the first may still take.
      var second = start(staff, "a");
      awaitBegin(staff, second);
      var third = start(staff, "a");
      assertThat(reason(staff, third)).isEqualTo("waits for memory: needs 200 MB, 0 MB free");
      assertThat(staff.run(third).state()).isInstanceOf(State.Queued.class);

      free.set(900 * MEGABYTE);

      awaitBegin(staff, third);
      held.letGo(3);
    }
  }

  @Test
  void where_nobody_knows_the_memory_nobody_waits_for_it() {
    held.appetite = 1L << 50;
    var agent =
        new Agent("worker", "", new Agent.Means("held", null), "", List.of(), Agent.Limits.NONE);
    try (var staff =
        TestStaff.in(folder, new TestClock()).hire(agent).begin(Memory.UNKNOWN, held)) {
      awaitBegin(staff, start(staff, "a"));
      awaitBegin(staff, start(staff, "a"));
      held.letGo(2);
    }
  }

  /// Several below one that waits for all of them.
  private static RunId startGroup(TestStaff staff, int errands) {
    var plan = new GroupPlan(errands, Collections.nCopies(errands, Errand.of("worker", "go")));
    return staff.start(GroupPlan.AGENT, plan.json());
  }

  private List<Run> queued(TestStaff staff) {
    return staff.all().stream().filter(it -> it.state() instanceof State.Queued).toList();
  }

  @Test
  void those_below_one_run_wait_for_memory_but_never_all_of_them() {
    held.appetite = 200 * MEGABYTE;
    free.set(150 * MEGABYTE);
    try (var staff = groupStaff(limits(8, 8))) {
      var group = startGroup(staff, 5);
      held.awaitBegun(1);
      staff.await(group, _ -> staff.register().errands(TestStaff.OWNER, group).size() == 5);
      var waiting = queued(staff);
      assertThat(waiting).hasSize(4);
      waiting.forEach(
          it ->
              assertThat(reason(staff, it.id()))
                  .isEqualTo("waits for memory: needs 200 MB, 0 MB free"));

      for (int done = 1; done < 5; done++) {
        held.letGo(1);
        held.awaitBegun(done + 1);
        assertThat(held.begun).hasSize(done + 1);
      }
      held.letGo(1);

      assertThat(staff.awaitEnd(group).state())
          .isInstanceOfSatisfying(
              State.Completed.class, it -> assertThat(it.summary()).isEqualTo("5 of 5 done"));
      assertThat(held.most.get()).isEqualTo(1);
    }
  }

  @Test
  void as_many_below_one_run_begin_as_there_is_memory_for() {
    held.appetite = 200 * MEGABYTE;
    // Less a reserve of 100 enough for three.
    free.set(750 * MEGABYTE);
    try (var staff = groupStaff(limits(8, 8))) {
      var group = startGroup(staff, 5);
      held.awaitBegun(3);
      staff.await(group, _ -> staff.register().errands(TestStaff.OWNER, group).size() == 5);
      assertThat(queued(staff)).hasSize(2);
      assertThat(reason(staff, queued(staff).getFirst().id())).startsWith("waits for memory");

      free.set(2000 * MEGABYTE);

      held.awaitBegun(5);
      held.letGo(5);
      staff.awaitEnd(group);
    }
  }

  @Test
  void each_run_has_at_least_one_below_it_at_work_whatever_the_memory() {
    held.appetite = 200 * MEGABYTE;
    free.set(0);
    try (var staff = groupStaff(limits(8, 8))) {
      var groups = List.of(startGroup(staff, 2), startGroup(staff, 2));
      held.awaitBegun(2);
      held.letGo(4);
      groups.forEach(staff::awaitEnd);
      assertThat(held.begun).hasSize(4);
    }
  }

  @Test
  void a_caller_with_nothing_at_work_gets_the_memory_before_what_is_below_another() {
    held.appetite = 200 * MEGABYTE;
    free.set(150 * MEGABYTE);
    try (var staff = groupStaff(limits(8, 8))) {
      var group = startGroup(staff, 5);
      held.awaitBegun(1);
      staff.await(group, _ -> staff.register().errands(TestStaff.OWNER, group).size() == 5);
      var other = start(staff, "b");
      assertThat(reason(staff, other)).startsWith("waits for memory");

      // Less a reserve of 100 and the 200 of the first enough for one.
      free.set(500 * MEGABYTE);

      held.awaitBegun(2);
      assertThat(held.begun.getLast()).isEqualTo(other);
      // With one at work he waits like others.
      var next = start(staff, "b");
      assertThat(reason(staff, next)).startsWith("waits for memory");
      held.letGo(7);
      staff.awaitEnd(group);
      staff.awaitEnd(next);
    }
  }

  @Test
  void a_caller_with_nothing_at_work_gets_a_place_before_what_is_below_another() {
    var share = new Limits.Share(4, 100 * MEGABYTE);
    try (var staff = groupStaff(new Limits(4, 4, 5, 100, 1000, share))) {
      var group = startGroup(staff, 12);
      held.awaitBegun(4);
      staff.await(group, _ -> staff.register().errands(TestStaff.OWNER, group).size() == 12);
      var other = start(staff, "b");

      held.letGo(1);

      held.awaitBegun(5);
      assertThat(held.begun.getLast()).isEqualTo(other);
      held.letGo(12);
      staff.awaitEnd(group);
    }
  }

  @Test
  void callers_with_nothing_at_work_and_those_below_others_take_turns_for_places() {
    var share = new Limits.Share(4, 100 * MEGABYTE);
    try (var staff = groupStaff(new Limits(4, 4, 5, 100, 1000, share))) {
      var group = startGroup(staff, 12);
      held.awaitBegun(4);
      staff.await(group, _ -> staff.register().errands(TestStaff.OWNER, group).size() == 12);
      var newcomers = List.of(start(staff, "b"), start(staff, "c"), start(staff, "d"));

      for (int begun = 5; begun <= 8; begun++) {
        held.letGo(1);
        held.awaitBegun(begun);
      }

      assertThat(held.begun.get(4)).isIn(newcomers);
      assertThat(held.begun.get(5)).isNotIn(newcomers);
      assertThat(held.begun.get(6)).isIn(newcomers);
      assertThat(held.begun.get(7)).isNotIn(newcomers);
      held.letGo(15);
      staff.awaitEnd(group);
      newcomers.forEach(staff::awaitEnd);
    }
  }

  private TestStaff groupStaff(Limits limits) {
    var agent =
        new Agent("worker", "", new Agent.Means("held", null), "", List.of(), Agent.Limits.NONE);
    return TestStaff.in(folder, new TestClock(), limits)
        .hire(agent, GroupStaff.MEMBER)
        .begin(() -> OptionalLong.of(free.get()), held, new GroupRuntime(new TestClock()));
  }

  /// Holds each run until it is let go.
  private static final class Held implements AgentRuntime {
    private final Semaphore gate = new Semaphore(0);
    private final List<RunId> begun = new CopyOnWriteArrayList<>();
    private final Semaphore entered = new Semaphore(0);
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private volatile long appetite;
    private int awaited;

    /// Until so many have begun in all.
    void awaitBegun(int count) {
      try {
        assertThat(entered.tryAcquire(count - awaited, 20, TimeUnit.SECONDS)).isTrue();
        awaited = count;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    void letGo(int count) {
      gate.release(count);
    }

    @Override
    public String name() {
      return "held";
    }

    @Override
    public long appetite() {
      return appetite;
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      begun.add(work.run().id());
      most.accumulateAndGet(now.incrementAndGet(), Math::max);
      entered.release();
      gate.acquire();
      now.decrementAndGet();
      work.complete("Done", State.Evidence.CLAIMED);
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }
}
