package dev.retinue.runtime.group;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.group.Errand;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GroupTest {
  @TempDir private Path folder;
  private TestStaff staff;

  @BeforeEach
  void open() {
    var clock = new TestClock();
    staff =
        TestStaff.in(folder, clock)
            .hire(GroupStaff.MEMBER)
            .hire("player", "")
            .hire("sleeper", "hang")
            .hire("echo", "complete {prompt}")
            .begin(new ScriptedRuntime(clock), new GroupRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  private RunId start(int atOnce, List<Errand> errands, Budget budget) {
    var request = StartRequest.of(GroupPlan.AGENT, new GroupPlan(atOnce, errands).json());
    return staff.start(request.under(Terms.NONE.with(budget)));
  }

  private RunId start(int atOnce, Errand... errands) {
    return start(atOnce, List.of(errands), Budget.UNLIMITED);
  }

  private static Errand play(String script) {
    return Errand.of("player", script);
  }

  private List<Run> errands(RunId group) {
    return staff.register().errands(OWNER, group);
  }

  private String summary(RunId group) {
    return staff.awaitEnd(group).state() instanceof State.Completed(var _, var summary, var _)
        ? summary
        : staff.run(group).state().toString();
  }

  private static Budget seconds(long most) {
    return new Budget(null, null, null, most, null);
  }

  // What becomes of it.

  @Test
  void all_errands_are_done_and_found_in_the_order_of_the_plan() {
    var group = start(2, play("complete one"), play("complete two"), play("complete three"));

    assertThat(summary(group)).isEqualTo("3 of 3 done");
    assertThat(errands(group))
        .extracting(it -> ((State.Completed) it.state()).summary())
        .containsExactly("one", "two", "three");
    assertThat(errands(group)).allMatch(it -> it.commission().lineage().depth() == 1);
  }

  @Test
  void one_failure_does_not_sink_the_rest() {
    var group = start(3, play("fail error Red."), play("crash"), play("complete done"));

    assertThat(summary(group)).isEqualTo("1 of 3 done; 2 failed: error");
  }

  @Test
  void where_all_fail_the_group_has_failed_and_says_why() {
    var group = start(1, play("fail error Red."), play("fail quota No more."));

    assertThat(staff.awaitEnd(group).state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it ->
                assertThat(it.message())
                    .isEqualTo("0 of 2 done; 1 failed: error; 1 failed: quota"));
  }

  @Test
  void one_that_takes_too_long_ends_alone() {
    var bounds = new Errand.Bounds(1L, null, null, Isolation.NONE, null);
    var slow = new Errand("sleeper", "go", Errand.How.PLAIN, bounds);
    var group = start(3, play("complete a"), slow, play("complete b"));

    assertThat(summary(group)).isEqualTo("2 of 3 done; 1 failed: timeout");
  }

  @Test
  void when_its_time_is_over_what_is_done_is_kept_and_the_rest_is_stopped() {
    var group =
        start(
            2,
            List.of(play("complete a"), Errand.of("sleeper", "go"), play("hang"), play("say b")),
            seconds(2));

    assertThat(staff.awaitEnd(group).state())
        .isInstanceOfSatisfying(
            State.Failed.class, it -> assertThat(it.reason()).isEqualTo(FailureReason.TIMEOUT));
    var below = errands(group);
    assertThat(below).hasSize(3);
    assertThat(below.getFirst().state()).isInstanceOf(State.Completed.class);
    assertThat(below.subList(1, 3)).allMatch(it -> it.state() instanceof State.Stopped);
  }

  @Test
  void who_stops_the_group_stops_all_of_it() {
    var group = start(2, play("hang"), play("hang"), play("hang"));
    staff.await(group, _ -> errands(group).stream().filter(it -> it.state().active()).count() == 2);

    staff.staff().stop(OWNER, group, "enough");

    assertThat(staff.awaitEnd(group).state()).isInstanceOf(State.Stopped.class);
    assertThat(errands(group))
        .hasSize(2)
        .allMatch(it -> staff.awaitEnd(it.id()).state() instanceof State.Stopped);
  }

  // What cannot be started.

  @Test
  void an_errand_that_is_refused_says_why_and_does_not_sink_the_rest() {
    var group = start(3, play("complete a"), Errand.of("nobody", "go"), play("complete c"));

    assertThat(summary(group)).isEqualTo("2 of 3 done; 1 could not be started");
    assertThat(GroupPlan.refusals(staff.run(group)))
        .containsOnlyKeys(2)
        .hasEntrySatisfying(2, it -> assertThat(it).startsWith("There is no agent 'nobody'"));
    assertThat(errands(group))
        .extracting(it -> GroupPlan.numberOf(it).orElseThrow())
        .containsExactly(1, 3);
  }

  @Test
  void a_group_of_which_nothing_can_be_started_has_failed() {
    var group = start(1, Errand.of("nobody", "go"), Errand.of("nobody", "go"));

    assertThat(staff.awaitEnd(group).state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> {
              assertThat(it.reason()).isEqualTo(FailureReason.REFUSED);
              assertThat(it.message()).startsWith("None of 2 could be started: There is no agent");
            });
  }

  @Test
  void what_is_no_plan_is_refused() {
    var group = staff.start(GroupPlan.AGENT, "do something");

    assertThat(staff.awaitEnd(group).state())
        .isInstanceOfSatisfying(
            State.Failed.class, it -> assertThat(it.reason()).isEqualTo(FailureReason.REFUSED));
  }

  // How.

  @Test
  void an_errand_is_done_as_it_was_given() {
    var how = new Errand.How("other", null, "Know this.", Map.of("task_summary", "Echoes"));
    var bounds = new Errand.Bounds(60L, Money.usd("0.5"), null, Isolation.NONE, null);
    var group = start(1, new Errand("echo", "Do that.", how, bounds));
    staff.awaitEnd(group);

    var run = errands(group).getFirst();
    assertThat(run.commission().labels()).containsEntry("task_summary", "Echoes");
    assertThat(run.commission().agent().model()).isEqualTo("other");
    assertThat(run.commission().terms().budget())
        .isEqualTo(new Budget(Money.usd("0.5"), null, null, 60L, null));
    assertThat(staff.register().work(OWNER, run.id())).contains("Do that.");
    assertThat(((State.Completed) run.state()).summary()).startsWith("Know this.");
  }

  @Test
  void never_are_more_at_work_than_it_may_have_at_once() {
    var group = start(3, Collections.nCopies(30, play("say a\ncomplete b")), Budget.UNLIMITED);
    assertThat(summary(group)).isEqualTo("30 of 30 done");

    int now = 0;
    int most = 0;
    for (var recorded : staff.staff().feed().readAll(OWNER, 0, 10_000).events()) {
      if (!recorded.run().equals(group)) {
        now += recorded.event() instanceof RunEvent.Created ? 1 : 0;
        now -= recorded.event() instanceof RunEvent.Released ? 1 : 0;
        most = Math.max(most, now);
      }
    }
    assertThat(now).isZero();
    assertThat(most).isEqualTo(3);
  }

  // The budget.

  private Money spentBelow(RunId group) {
    return errands(group).stream()
        .map(it -> staff.awaitEnd(it.id()).dossier().usage().cost())
        .reduce(Money.ZERO, Money::plus);
  }

  @Test
  void fifty_on_one_budget_use_no_more_than_it_and_what_is_in_flight() {
    var script = "charge 0.01\ncharge 0.01\ncharge 0.01\ncomplete Done.";
    var budget = Budget.cost(Money.usd("0.5"));
    var group = start(10, Collections.nCopies(50, play(script)), budget);

    assertThat(staff.awaitEnd(group).state())
        .isInstanceOfSatisfying(
            State.Failed.class, it -> assertThat(it.reason()).isEqualTo(FailureReason.BUDGET));
    var spent = spentBelow(group);
    assertThat(spent).isBetween(Money.usd("0.51"), Money.usd("0.6"));
    assertThat(staff.account(group).spent().cost()).isEqualTo(spent);
    assertThat(errands(group)).anyMatch(it -> it.state() instanceof State.Completed);
  }

  @Test
  void fifty_who_ask_before_they_spend_never_use_more_than_their_budget() {
    var script = "spend 0.01\nspend 0.01\nspend 0.01\ncomplete Done.";
    var budget = Budget.cost(Money.usd("0.5"));
    var group = start(10, Collections.nCopies(50, play(script)), budget);

    assertThat(summary(group)).contains(" of 50 done; ").contains("failed: budget");
    var account = staff.account(group);
    assertThat(account.spent().cost()).isEqualTo(spentBelow(group)).isEqualTo(Money.usd("0.5"));
    assertThat(account.reserved().isNone()).isTrue();
  }

  @Test
  void fifty_who_need_exactly_their_budget_are_all_done() {
    var budget = Budget.cost(Money.usd("0.5"));
    var group = start(50, Collections.nCopies(50, play("spend 0.01\ncomplete Done.")), budget);

    assertThat(summary(group)).isEqualTo("50 of 50 done");
    assertThat(staff.account(group).spent().cost()).isEqualTo(Money.usd("0.5"));
  }

  // Below others.

  @Test
  void a_run_has_groups_below_it_and_groups_have_groups() {
    var boss = staff.start("sleeper", "go");
    staff.await(boss, it -> it.state().active());
    var me = new Caller(OWNER.id(), boss.text(), Caller.Scope.RUN, boss);
    var inner = new GroupPlan(1, List.of(play("complete deep"))).json();
    var outer = new GroupPlan(2, List.of(Errand.of(GroupPlan.AGENT, inner), play("complete x")));

    var group = staff.staff().startPlanned(me, StartRequest.of(GroupPlan.AGENT, outer.json())).id();

    assertThat(summary(group)).isEqualTo("2 of 2 done");
    var seen = new ArrayList<>(staff.register().errands(me, group));
    assertThat(seen).hasSize(2);
    assertThat(summary(seen.getFirst().id())).isEqualTo("1 of 1 done");
    assertThat(staff.register().errands(me, seen.getFirst().id()))
        .singleElement()
        .satisfies(it -> assertThat(it.commission().lineage().depth()).isEqualTo(3));
  }

  @Test
  void the_member_who_carries_out_plans_is_found_and_not_shown() {
    var roster = new GroupStaff(List::of);
    assertThat(roster.require(GroupPlan.AGENT)).isEqualTo(GroupStaff.MEMBER);
    assertThat(roster.all()).isEmpty();
  }
}
