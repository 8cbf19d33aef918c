package dev.retinue.core.staff;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BudgetAndLineageTest {
  @TempDir private Path folder;
  private TestStaff staff;

  @BeforeEach
  void open() {
    var clock = new TestClock();
    staff =
        TestStaff.in(folder, clock, new Limits(2, 200, 3, 40, 1000))
            .hire("player", "")
            .hire("sleeper", "hang")
            .hire("worker", "repeat 20\nspend 0.01 in 10 out 1\nend\ncomplete Done")
            .hire("saver", "ask Go?\nrepeat 20\nspend 0.01 in 10 out 1\nend\ncomplete Done")
            .hire("spender", "ask Go?\nrepeat 20\ncharge 0.01 in 10 out 1\nend\ncomplete Done")
            .begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  @Test
  void thirty_two_children_on_one_budget_never_spend_more_than_it() throws InterruptedException {
    var root = spendWithThirtyTwo("saver");

    assertThat(spentBelow(root)).isEqualTo(staff.account(root).spent());
    assertThat(staff.account(root).spent().cost()).isEqualTo(Money.usd("1"));
    assertThat(staff.account(root).reserved()).isEqualTo(Usage.NONE);
    assertThat(staff.account(root).runs()).isEqualTo(32);
    assertThat(children(root)).hasSize(32).allMatch(Run::ended);
    assertThat(children(root).stream().filter(run -> failedBy(run, FailureReason.BUDGET)))
        .isNotEmpty();
  }

  @Test
  void children_that_cannot_ask_first_overspend_by_what_was_in_flight_and_no_more()
      throws InterruptedException {
    var root = spendWithThirtyTwo("spender");

    assertThat(spentBelow(root)).isEqualTo(staff.account(root).spent());
    assertThat(staff.account(root).spent().cost())
        .isGreaterThan(Money.usd("1"))
        .isLessThanOrEqualTo(Money.usd("1.32"));
  }

  @Test
  void a_run_that_may_wait_for_money_goes_on_when_its_budget_is_raised() {
    var terms = new Terms(Budget.cost(Money.usd("0.05")), false, null, null);
    var run = staff.staff().start(OWNER, StartRequest.of("worker", "go").under(terms)).id();
    var waiting = staff.await(run, it -> it.state() instanceof State.Waiting);
    assertThat(waiting.needs().getFirst().kind()).isEqualTo(Need.Kind.BUDGET);
    assertThat(waiting.needs().getFirst().text()).contains(run.text(), "max_cost_usd 0.05");

    staff.staff().raise(OWNER, run, Budget.cost(Money.usd("0.07")));
    staff.await(
        run,
        it ->
            it.state() instanceof State.Waiting
                && it.dossier().usage().cost().equals(Money.usd("0.07")));
    staff.staff().raise(OWNER, run, Budget.UNLIMITED);

    assertThat(staff.awaitEnd(run).state()).isInstanceOf(State.Completed.class);
    assertThat(staff.account(run).spent().cost()).isEqualTo(Money.usd("0.2"));
  }

  @Test
  void every_limit_of_a_budget_is_kept() {
    var tokens = staff.start(under(new Budget(null, 50L, null, null, null), "worker", "go"));
    var turns = staff.start(under(new Budget(null, null, 3L, null, null), "worker", "go"));

    assertThat(staff.awaitEnd(tokens).state())
        .isInstanceOfSatisfying(
            State.Failed.class, it -> assertThat(it.message()).contains("max_tokens 50"));
    assertThat(staff.account(tokens).spent().tokens()).isEqualTo(44);
    assertThat(staff.awaitEnd(turns).state())
        .isInstanceOfSatisfying(
            State.Failed.class, it -> assertThat(it.message()).contains("max_turns 3"));
    assertThat(staff.account(turns).spent().turns()).isEqualTo(3);
  }

  @Test
  void a_run_has_no_more_time_than_its_budget_says() {
    var run = staff.start(under(new Budget(null, null, null, 1L, null), "sleeper", "sleep"));

    var ended = staff.awaitEnd(run);

    assertThat(failedBy(ended, FailureReason.TIMEOUT)).isTrue();
    assertThat(ended.tenure().active()).hasSeconds(1);
  }

  @Test
  void a_model_without_a_price_is_refused_where_money_is_limited() {
    var run =
        staff.start(under(Budget.cost(Money.usd("1")), "player", "spend unpriced in 5 out 5"));

    assertThat(staff.awaitEnd(run).state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> assertThat(it.message()).contains("no known price", "max_tokens"));
    assertThat(staff.account(run).spent()).isEqualTo(Usage.NONE);
  }

  @Test
  void a_program_that_cannot_say_what_it_costs_is_ended_where_money_is_limited() {
    var run =
        staff.start(
            under(Budget.cost(Money.usd("1")), "player", "charge unpriced in 5 out 5\nsay more"));

    assertThat(staff.awaitEnd(run).state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> {
              assertThat(it.reason()).isEqualTo(FailureReason.BUDGET);
              assertThat(it.message()).contains("no known price", "max_tokens");
            });
    assertThat(staff.account(run).spent().tokens()).isEqualTo(10);
  }

  @Test
  void a_budget_of_a_child_covers_only_what_is_below_it() {
    staff.hire(limited("thrifty", "repeat 5\nspend 0.01\nend\ncomplete Done", "0.03"));
    var root =
        staff.start(
            under(
                Budget.cost(Money.usd("1")),
                "player",
                "start thrifty: go\nawait\nspend 0.5\ncomplete Done"));
    awaitTree();

    var child = children(root).getFirst();
    assertThat(failedBy(child, FailureReason.BUDGET)).isTrue();
    assertThat(staff.account(child.id()).spent().cost()).isEqualTo(Money.usd("0.03"));
    assertThat(staff.account(root).spent().cost()).isEqualTo(Money.usd("0.53"));
  }

  @Test
  void depth_width_circles_and_max_runs_are_limited() {
    staff.hire("first", "start second: go\nawait\ncomplete {results}");
    staff.hire("second", "start third: go\nawait\ncomplete {results}");
    staff.hire("third", "start fourth: go\nawait\ncomplete {results}");
    staff.hire("fourth", "start player: say deep\nawait\ncomplete {results}");
    staff.hire("narcissus", "start narcissus: go");

    var deep = staff.start("first", "go");
    var circle = staff.start("narcissus", "go");
    var wide = staff.start("player", "start worker: go\n".repeat(41));
    var few =
        staff.start(
            under(
                new Budget(null, null, null, null, 1L),
                "player",
                "start worker: go\nstart worker: go"));
    awaitTree();

    assertThat(children(deep)).as("first, then three below it").hasSize(3);
    assertThat(messages(deep)).anyMatch(it -> it.contains("3 deep at most"));
    assertThat(messages(circle)).anyMatch(it -> it.contains("would go round in a circle"));
    assertThat(children(wide)).hasSize(40);
    assertThat(messages(wide)).anyMatch(it -> it.contains("40 runs were started"));
    assertThat(children(few)).hasSize(1);
    assertThat(messages(few)).anyMatch(it -> it.contains("max_runs 1"));
  }

  @Test
  void an_end_that_is_forced_ends_everything_below_it() throws InterruptedException {
    staff.hire("boss", "start middle: go\nawait");
    staff.hire("middle", "start sleeper: go\nawait");
    var boss = staff.start("boss", "go");
    awaitThat(() -> runningBelow(boss) == 2);

    staff.staff().stop(OWNER, boss, "enough");

    assertThat(children(boss)).hasSize(2).allMatch(it -> it.state() instanceof State.Stopped);
    awaitTree();
  }

  @Test
  void never_are_more_trees_at_work_than_there_are_slots() {
    var first = staff.start("sleeper", "one");
    var second = staff.start("sleeper", "two");
    var third = staff.start("sleeper", "three");
    staff.await(first, it -> it.state() instanceof State.Running);
    staff.await(second, it -> it.state() instanceof State.Running);
    assertThat(staff.run(third).state()).isInstanceOf(State.Queued.class);

    staff.staff().stop(OWNER, first, "next please");

    staff.await(third, it -> it.state() instanceof State.Running);
    assertThat(staff.run(second).state()).isInstanceOf(State.Running.class);
  }

  @Test
  void a_run_cannot_start_work_outside_its_tree_nor_speak_for_another() {
    var parent = staff.start("sleeper", "one");
    var other = staff.start("sleeper", "two");
    staff.await(parent, it -> it.state() instanceof State.Running);
    var me = Crew.callerOf(staff.run(parent));

    var child = staff.staff().start(me, StartRequest.of("player", "hang"));

    assertThat(child.commission().lineage().parent()).contains(parent);
    assertThat(staff.staff().find(me, other)).isEmpty();
    assertThatThrownBy(() -> staff.staff().complete(me, child.id(), "forged", new byte[0]))
        .hasMessageContaining("cannot speak for");
    assertThatThrownBy(() -> staff.staff().raise(me, parent, Budget.UNLIMITED))
        .hasMessageContaining("cannot raise a budget");
    assertThat(staff.staff().complete(me, parent, "mine", new byte[0]).state())
        .isInstanceOf(State.Completed.class);
    assertThatThrownBy(() -> staff.staff().start(me, StartRequest.of("player", "hang")))
        .hasMessageContaining("has ended and can start nothing");
  }

  @Test
  void a_run_gives_itself_no_leave_and_answers_only_those_below_it() {
    var parent = staff.start("player", "permission delete everything\ncomplete Done");
    var need = staff.await(parent, it -> !it.needs().isEmpty()).needs().getFirst().id();
    var me = Crew.callerOf(staff.run(parent));
    assertThatThrownBy(() -> staff.staff().answer(me, parent, need, "allow"))
        .hasMessage("Run '%s' cannot answer this; its caller can.".formatted(parent));
    var child = staff.staff().start(me, StartRequest.of("sleeper", "x")).id();
    assertThat(staff.staff().stop(me, child, "no").ended()).isTrue();

    staff.staff().answer(OWNER, parent, need, "allow");

    assertThat(staff.awaitEnd(parent).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void an_agent_is_never_given_more_than_its_own_limit() {
    staff.hire(limited("thrifty", "repeat 5\nspend 0.01\nend\ncomplete Done", "0.03"));

    var run = staff.start(under(Budget.cost(Money.usd("100")), "thrifty", "go"));

    assertThat(failedBy(staff.awaitEnd(run), FailureReason.BUDGET)).isTrue();
    assertThat(staff.account(run).spent().cost()).isEqualTo(Money.usd("0.03"));
  }

  @Test
  void a_budget_is_raised_beyond_the_limit_of_the_agent_only_by_who_may_decide_that() {
    staff.hire(limited("thrifty", "hang", "0.03"));
    var anna = new Caller("anna", "anna", Caller.Scope.RUN, null);
    var run = staff.staff().start(anna, StartRequest.of("thrifty", "go")).id();

    assertThatThrownBy(() -> staff.staff().raise(anna, run, Budget.cost(Money.usd("0.04"))))
        .hasMessageStartingWith("Agent 'thrifty' has limits of its own");
    staff.staff().raise(anna, run, Budget.cost(Money.usd("0.02")));
    staff.staff().raise(OWNER, run, Budget.cost(Money.usd("0.04")));

    assertThat(staff.account(run).budget().maxCost()).isEqualTo(Money.usd("0.04"));
  }

  @Test
  void time_in_which_a_run_waits_for_somebody_is_not_its_time() {
    var terms = new Terms(new Budget(null, null, null, 60L, null), true, null, null);
    var run =
        staff
            .staff()
            .start(OWNER, StartRequest.of("player", "ask Well?\ncomplete Done").under(terms))
            .id();
    var need = staff.await(run, it -> !it.needs().isEmpty()).needs().getFirst().id();

    staff.clock().advance(Duration.ofDays(1));
    staff.staff().answer(OWNER, run, need, "yes");

    var ended = staff.awaitEnd(run);
    assertThat(ended.state()).isInstanceOf(State.Completed.class);
    assertThat(ended.tenure().active()).isLessThan(Duration.ofMinutes(1));
  }

  /// All begin to spend together, when each of them has begun.
  private RunId spendWithThirtyTwo(String agent) throws InterruptedException {
    var script = "start %s: go\n".formatted(agent).repeat(32) + "await\ncomplete Done";
    var root = staff.start(under(Budget.cost(Money.usd("1")), "player", script));
    awaitThat(() -> children(root).stream().filter(it -> !it.needs().isEmpty()).count() == 32);
    for (var child : children(root)) {
      staff.staff().answer(OWNER, child.id(), child.needs().getFirst().id(), "yes");
    }
    awaitTree();
    return root;
  }

  private static StartRequest under(Budget budget, String agent, String prompt) {
    return StartRequest.of(agent, prompt).under(new Terms(budget, true, null, null));
  }

  private static Agent limited(String name, String script, String usd) {
    return new Agent(
        name,
        "has little",
        new Agent.Means("scripted", null),
        script,
        List.of(),
        new Agent.Limits(Budget.cost(Money.usd(usd)), false));
  }

  private void awaitTree() {
    for (var run : staff.all()) {
      staff.awaitEnd(run.id());
    }
    // Those that were started while the others ended.
    staff.all().forEach(run -> staff.awaitEnd(run.id()));
  }

  private List<Run> children(RunId root) {
    return staff.all().stream().filter(run -> run.commission().lineage().isBelow(root)).toList();
  }

  /// Looks whenever anything happens to any run.
  private void awaitThat(BooleanSupplier wished) throws InterruptedException {
    var rung = new Semaphore(1);
    try (var _ = staff.staff().bells().listenToAll(rung::release)) {
      while (!wished.getAsBoolean()) {
        assertThat(rung.tryAcquire(30, TimeUnit.SECONDS)).as("something happens").isTrue();
      }
    }
  }

  private long runningBelow(RunId root) {
    return children(root).stream().filter(it -> it.state() instanceof State.Running).count();
  }

  private Usage spentBelow(RunId root) {
    return staff.all().stream()
        .filter(run -> run.root().equals(root))
        .flatMap(run -> staff.events(run.id()).stream())
        .map(event -> event instanceof RunEvent.Spent(var _, var usage) ? usage : Usage.NONE)
        .reduce(Usage.NONE, Usage::plus);
  }

  /// What all runs of a tree failed of.
  private List<String> messages(RunId root) {
    return staff.all().stream()
        .filter(run -> run.root().equals(root))
        .map(run -> run.state() instanceof State.Failed(var _, var _, var message) ? message : "")
        .toList();
  }

  private static boolean failedBy(Run run, FailureReason reason) {
    return run.state() instanceof State.Failed(var _, var why, var _) && why == reason;
  }
}
