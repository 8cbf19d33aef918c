package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Grant;
import dev.retinue.core.Limit;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.Spend;
import dev.retinue.core.State;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What callers may spend on a day and in a month, and the book of it. It is noon of the first of
/// January 2030.
final class CallerBudgetTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Caller BERT = new Caller("bert", "bert", Caller.Scope.RUN, null);
  private static final LocalDate TODAY = LocalDate.parse("2030-01-01");

  @TempDir private Path folder;
  private final Map<String, Grant> grants = new ConcurrentHashMap<>();
  private final TestClock clock = new TestClock();
  private TestData data;
  private TestStaff staff;

  @BeforeEach
  void open() {
    data = new TestData(folder, clock);
    staff = onData();
  }

  private TestStaff onData() {
    var rules =
        Rules.of(new Limits(8, 200, 3, 100, 1000))
            .granting(caller -> grants.getOrDefault(caller, Grant.ANY));
    return TestStaff.on(data, clock, rules)
        .hire("worker", "repeat 20\nspend 0.01 in 10 out 1\nend\ncomplete Done")
        .hire("spender", "repeat 20\ncharge 0.01 in 10 out 1\nend\ncomplete Done")
        .hire("saver", "ask Go?\nrepeat 20\nspend 0.01 in 10 out 1\nend\ncomplete Done")
        .hire("big", "spend 0.30\ncomplete Done")
        .hire("sleeper", "hang")
        .hire("boss", "start worker: a\nstart worker: b\nawait\ncomplete Done")
        .begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  @Test
  void limits_are_shown_as_they_are_kept_and_with_where_they_can_be_changed() {
    var caller = "oauth:0123456789abcdef";
    for (var who : List.of("anna", caller)) {
      grants.put(who, new Grant(List.of(), List.of(), List.of(), 5, 50, Money.ZERO, null));
    }
    for (var who : List.of("anna", caller)) {
      var reader = new Caller(who, who, Caller.Scope.RUN, null);
      var rows = staff.staff().limits().rows(reader);
      var burst = row(rows, Limit.REQUESTS_BURST);
      assertThat(burst.bound()).isEqualByComparingTo("10");
      assertThat(burst.setBy()).isEqualTo(who.equals(caller) ? "server.oauth.limits" : "the token");
      // The share of everybody is smaller than what was granted.
      var trees = row(rows, Limit.RUNS_PER_CALLER);
      assertThat(trees.bound()).isEqualByComparingTo("8");
      assertThat(trees.setBy()).isEqualTo("the operator");
      assertThatThrownBy(() -> staff.staff().start(reader, StartRequest.of("worker", "go")))
          .hasMessageContaining(
              who.equals(caller)
                  ? "the operator raises it (server.oauth.limits.budget-per-day-usd)"
                  : "retinue token change anna --per-day <USD>");
    }
  }

  private static LimitBook.Row row(List<LimitBook.Row> rows, Limit limit) {
    return rows.stream().filter(it -> it.limit() == limit).findFirst().orElseThrow();
  }

  private void allow(String caller, @Nullable String perDay, @Nullable String perMonth) {
    grants.put(
        caller,
        new Grant(
            List.of(),
            List.of(),
            List.of(),
            null,
            null,
            perDay == null ? null : Money.usd(perDay),
            perMonth == null ? null : Money.usd(perMonth)));
  }

  private RunId start(Caller caller, String agent) {
    return staff.staff().start(caller, StartRequest.of(agent, "go")).id();
  }

  private RunId startPatient(Caller caller, String agent) {
    var terms = new Terms(Budget.UNLIMITED, false, null, null);
    return staff.staff().start(caller, StartRequest.of(agent, "go").under(terms)).id();
  }

  private Spend.Sum sum(String caller) {
    return data.spendBook().lines(TODAY, TODAY.plusDays(60), caller).stream()
        .map(Spend::sum)
        .reduce(Spend.Sum.NONE, Spend.Sum::plus);
  }

  private Money promised(String caller) {
    return data.runs().<Money>change(records -> records.promised(caller));
  }

  @Test
  void the_book_has_what_was_spent_by_day_caller_agent_and_model() {
    staff.awaitEnd(start(ANNA, "worker"));
    staff.awaitEnd(start(BERT, "spender"));
    clock.advance(Duration.ofHours(12));
    staff.awaitEnd(start(ANNA, "worker"));

    var anna = data.spendBook().lines(TODAY, TODAY.plusDays(1), "anna");
    assertThat(anna).extracting(Spend::day).containsExactly(TODAY, TODAY.plusDays(1));
    assertThat(anna).extracting(Spend::agent).containsOnly("worker");
    assertThat(anna.getFirst().sum())
        .isEqualTo(new Spend.Sum(Money.usd("0.2"), Money.usd("0.2"), 200, 20, 0, 0, 1));
    assertThat(sum("bert").cost()).isEqualTo(Money.usd("0.2"));
    assertThat(data.spendBook().lines(TODAY, TODAY, null)).hasSize(2);
  }

  @Test
  void a_run_that_would_cross_the_day_of_its_caller_fails_and_says_so() {
    allow("anna", "0.05", null);

    var run = staff.awaitEnd(start(ANNA, "worker"));

    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> {
              assertThat(it.reason()).isEqualTo(FailureReason.BUDGET);
              assertThat(it.message())
                  .contains(
                      "budget of caller 'anna' (0.05 USD per day)",
                      "frees at 2030-01-02T00:00:00Z",
                      "retinue token change anna --per-day");
            });
    assertThat(sum("anna").cost()).isEqualTo(Money.usd("0.05"));
    assertThat(staff.awaitEnd(start(BERT, "worker")).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void the_month_frees_on_the_first_of_the_next() {
    allow("anna", null, "0.05");

    var run = staff.awaitEnd(start(ANNA, "worker"));

    assertThat(((State.Failed) run.state()).message())
        .contains("(0.05 USD per month)", "frees at 2030-02-01T00:00:00Z");
    clock.advance(Duration.ofDays(1));
    assertThatThrownBy(() -> start(ANNA, "worker")).hasMessageContaining("per month");
    clock.advance(Duration.ofDays(30));
    allow("anna", null, "1");
    assertThat(staff.awaitEnd(start(ANNA, "worker")).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void nothing_is_begun_for_whom_nothing_is_left_until_the_next_day() {
    allow("anna", "0.2", null);
    assertThat(staff.awaitEnd(start(ANNA, "worker")).state()).isInstanceOf(State.Completed.class);

    assertThatThrownBy(() -> start(ANNA, "worker"))
        .isInstanceOfSatisfying(
            RetinueException.class,
            it ->
                assertThat(it.hit().orElseThrow().facts())
                    .containsEntry("limit", "token.budget_per_day_usd")
                    .containsEntry("whose", "caller:anna")
                    .containsEntry("frees", "at 2030-01-02T00:00:00Z")
                    .containsEntry("retry_after_seconds", 12 * 3600L));

    clock.advance(Duration.ofHours(12));
    assertThat(staff.awaitEnd(start(ANNA, "worker")).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void what_waits_in_line_begins_nothing_when_the_day_is_used_up_by_then() {
    var blocked = new ArrayList<RunId>();
    for (int i = 0; i < 8; i++) {
      blocked.add(start(BERT, "sleeper"));
    }
    var run = start(ANNA, "spender");
    allow("anna", "0", null);

    staff.staff().stop(BERT, blocked.getFirst(), "enough");

    assertThat(staff.awaitEnd(run).state())
        .isInstanceOfSatisfying(
            State.Failed.class, it -> assertThat(it.reason()).isEqualTo(FailureReason.BUDGET));
    assertThat(sum("anna").cost()).isEqualTo(Money.ZERO);
  }

  @Test
  void who_may_wait_goes_on_by_itself_on_the_next_day() {
    allow("anna", "0.15", null);
    var run = startPatient(ANNA, "worker");
    var waiting = staff.await(run, it -> it.state() instanceof State.Waiting);
    assertThat(waiting.needs().getFirst().kind()).isEqualTo(Need.Kind.BUDGET);
    assertThat(waiting.needs().getFirst().text()).contains("caller 'anna'");

    clock.advance(Duration.ofHours(12));

    assertThat(staff.awaitEnd(run).state()).isInstanceOf(State.Completed.class);
    assertThat(data.spendBook().lines(TODAY, TODAY.plusDays(1), "anna"))
        .extracting(it -> it.sum().cost())
        .containsExactly(Money.usd("0.15"), Money.usd("0.05"));
  }

  @Test
  void who_may_wait_goes_on_when_his_token_allows_more() {
    allow("anna", "0.05", null);
    var asking = startPatient(ANNA, "worker");
    var charging = startPatient(ANNA, "spender");
    staff.await(asking, it -> it.state() instanceof State.Waiting);
    staff.await(charging, it -> it.state() instanceof State.Waiting);

    allow("anna", "10", null);

    assertThat(staff.awaitEnd(asking).state()).isInstanceOf(State.Completed.class);
    assertThat(staff.awaitEnd(charging).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void who_waits_is_not_asked_again_and_again() {
    allow("anna", "0.1", null);
    var run = startPatient(ANNA, "big");
    staff.await(run, it -> it.state() instanceof State.Waiting);

    clock.advance(Duration.ofDays(1));
    staff.awaitEnd(start(BERT, "worker"));

    assertThat(staff.run(run).needs()).hasSize(1);
    assertThat(sum("anna").cost()).isEqualTo(Money.ZERO);
  }

  @Test
  void the_budgets_of_runs_hold_beside_it() {
    allow("anna", "1", null);
    var terms = new Terms(Budget.cost(Money.usd("0.03")), true, null, null);
    var run = staff.staff().start(ANNA, StartRequest.of("worker", "go").under(terms)).id();

    assertThat(((State.Failed) staff.awaitEnd(run).state()).message())
        .contains("budget of run", "max_cost_usd 0.03");
    assertThat(promised("anna")).isEqualTo(Money.ZERO);
  }

  @Test
  void what_runs_below_spend_counts_for_the_caller() {
    allow("anna", "0.3", null);

    staff.awaitEnd(start(ANNA, "boss"));
    staff.all().forEach(it -> staff.awaitEnd(it.id()));

    assertThat(sum("anna").cost()).isEqualTo(Money.usd("0.3"));
    assertThat(sum("anna").runs()).isEqualTo(3);
    assertThat(promised("anna")).isEqualTo(Money.ZERO);
  }

  @Test
  void thirty_runs_at_once_never_spend_more_than_the_day_allows() {
    allow("anna", "1", null);
    var runs = new ArrayList<RunId>();
    for (int i = 0; i < 30; i++) {
      runs.add(start(ANNA, "saver"));
    }
    for (var run : runs) {
      var asking = staff.await(run, it -> it.ended() || it.state() instanceof State.Waiting);
      asking.needs().forEach(it -> staff.staff().answer(ANNA, run, it.id(), "go"));
    }
    runs.forEach(staff::awaitEnd);

    assertThat(sum("anna").cost()).isEqualTo(Money.usd("1"));
    assertThat(promised("anna")).isEqualTo(Money.ZERO);
  }

  @Test
  void the_book_and_its_promises_survive_a_kill() {
    allow("anna", "10", null);
    var runs = new ArrayList<RunId>();
    for (int i = 0; i < 8; i++) {
      runs.add(start(ANNA, "worker"));
    }
    staff.await(runs.getFirst(), it -> it.dossier().usage().cost().nanos() > 0);

    staff.kill();
    data = new TestData(folder, clock);
    staff = onData();
    runs.forEach(staff::awaitEnd);

    var spent = staff.all().stream().map(it -> it.dossier().usage().cost());
    assertThat(sum("anna").cost()).isEqualTo(spent.reduce(Money.ZERO, Money::plus));
    assertThat(promised("anna")).isEqualTo(Money.ZERO);
  }
}
