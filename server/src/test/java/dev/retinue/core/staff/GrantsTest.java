package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Grant;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a caller is granted holds wherever work begins, also for what his runs begin.
final class GrantsTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Caller BERT = new Caller("bert", "bert", Caller.Scope.RUN, null);
  private static final Limits LIMITS = new Limits(4, 200, 3, 40, 1000);

  @TempDir private Path folder;
  private final Map<String, Grant> grants = new ConcurrentHashMap<>();
  private TestStaff staff;
  private Path open;
  private Path closed;

  @BeforeEach
  void begin() throws IOException {
    open = Files.createDirectories(folder.resolve("work/open")).toRealPath();
    closed = Files.createDirectories(folder.resolve("work/closed")).toRealPath();
    var clock = new TestClock();
    var roots = Roots.of(List.of(folder.resolve("work")), null);
    var rules =
        new Rules(LIMITS, new Rate(1000, 1000), Rate.ANY, roots)
            .granting(caller -> grants.getOrDefault(caller, Grant.ANY));
    staff =
        TestStaff.in(folder.resolve("data"), clock, rules)
            .hire("writer", "complete Done")
            .hire("critic", "complete Done")
            .hire("sleeper", "hang")
            .hire("boss", "start critic: Look at it\nawait\ncomplete Done")
            .hire("two", "start sleeper: a\nstart sleeper: b\nawait\ncomplete Done")
            .begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  private static Grant agents(String... names) {
    return new Grant(List.of(), List.of(names), List.of(), null, null, null, null);
  }

  private static Grant roots(Path... roots) {
    var names = List.of(roots).stream().map(Path::toString).toList();
    return new Grant(List.of(), List.of(), names, null, null, null, null);
  }

  private static Grant atOnce(int trees) {
    return new Grant(List.of(), List.of(), List.of(), null, trees, null, null);
  }

  private static Grant rate(int perSecond) {
    return new Grant(List.of(), List.of(), List.of(), perSecond, null, null, null);
  }

  private RunId start(Caller caller, String agent) {
    return staff.staff().start(caller, StartRequest.of(agent, "go")).id();
  }

  @Test
  void only_the_agents_of_his_token_are_on_a_callers_staff() {
    grants.put("anna", agents("writer"));

    assertThat(staff.staff().members().of(ANNA).all())
        .extracting(Agent::name)
        .containsOnly("writer");
    assertThat(staff.staff().members().of(BERT).all()).hasSize(5);
    assertThat(staff.awaitEnd(start(ANNA, "writer")).state()).isInstanceOf(State.Completed.class);
    assertThatThrownBy(() -> start(ANNA, "critic"))
        .hasMessage("There is no agent 'critic' on the staff, only 'writer'.");
    assertThat(staff.awaitEnd(start(BERT, "critic")).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void those_of_one_file_come_with_the_first_of_them() {
    var grant = agents("team");

    assertThat(grant.mayUseAgent("team.helper")).isTrue();
    assertThat(grant.mayUseAgent("teamwork")).isFalse();
    assertThat(grant.mayUseAgent("other.team")).isFalse();
  }

  @Test
  void what_runs_below_delegate_is_held_to_the_same_agents() {
    grants.put("anna", agents("boss"));

    var run = staff.awaitEnd(start(ANNA, "boss"));

    assertThat(run.state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            it -> assertThat(it.message()).contains("no agent 'critic' on the staff"));
    assertThat(staff.awaitEnd(start(BERT, "boss")).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void a_run_that_asks_with_its_own_token_is_held_to_them_too() {
    var run = start(ANNA, "sleeper");
    staff.await(run, it -> it.state() instanceof State.Running);
    grants.put("anna", agents("sleeper"));
    var itself = new Caller("anna", run.text(), Caller.Scope.RUN, run);

    assertThat(staff.staff().members().of(itself).all())
        .extracting(Agent::name)
        .containsOnly("sleeper");
    assertThatThrownBy(() -> start(itself, "writer")).hasMessageContaining("no agent 'writer'");
  }

  @Test
  void runs_work_only_in_the_folders_of_the_token() {
    grants.put("anna", roots(open));

    assertThat(in(ANNA, open)).isEqualTo(open.toString());
    assertThatThrownBy(() -> in(ANNA, closed))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("roots of the token");
    assertThat(in(BERT, closed)).isEqualTo(closed.toString());
  }

  @Test
  void a_folder_of_the_token_outside_those_of_the_configuration_allows_nothing()
      throws IOException {
    var outside = Files.createDirectories(folder.resolve("outside")).toRealPath();
    grants.put("anna", roots(outside));

    assertThatThrownBy(() -> in(ANNA, outside)).hasMessageContaining("setting 'roots'");
    assertThatThrownBy(() -> in(ANNA, open)).hasMessageContaining("roots of the token");
  }

  @Test
  void nobody_learns_of_a_folder_outside_those_of_his_token_whether_it_is_there() {
    grants.put("anna", roots(open));
    var missing = closed.resolveSibling("mislaid");

    assertThat(refusal(missing)).isEqualTo(refusal(closed).replace("closed", "mislaid"));
  }

  private String refusal(Path place) {
    return String.valueOf(assertThatThrownBy(() -> in(ANNA, place)).actual().getMessage());
  }

  @Test
  void work_is_not_done_again_where_its_caller_may_not_work_any_more() {
    var run = staff.awaitEnd(startIn(ANNA, closed)).id();
    grants.put("anna", roots(open));

    assertThatThrownBy(() -> staff.staff().restart(ANNA, run))
        .hasMessageContaining("roots of the token");
  }

  private RunId startIn(Caller caller, Path place) {
    var terms = Terms.NONE.in(place.toString());
    return staff.staff().start(caller, StartRequest.of("writer", "go").under(terms)).id();
  }

  private String in(Caller caller, Path place) {
    return String.valueOf(
        staff.awaitEnd(startIn(caller, place)).commission().terms().workingDirectory());
  }

  @Test
  void each_caller_has_as_many_trees_at_work_as_his_token_says_and_those_below_need_none() {
    grants.put("anna", atOnce(1));
    var first = start(ANNA, "two");
    staff.await(first, _ -> belowOf(first) == 2);
    var second = start(ANNA, "sleeper");
    var other = start(BERT, "sleeper");

    staff.await(other, it -> it.state() instanceof State.Running);
    staff.await(
        second,
        it ->
            String.valueOf(staff.staff().crew().glance(it).queueReason())
                .equals("waits for its caller's share (1 of 1 at work)"));

    staff.staff().stop(ANNA, first, "enough");
    staff.await(second, it -> it.state() instanceof State.Running);
  }

  private long belowOf(RunId root) {
    return staff.all().stream()
        .filter(it -> it.commission().lineage().isBelow(root))
        .filter(it -> it.state() instanceof State.Running)
        .count();
  }

  @Test
  void a_token_has_a_rate_of_its_own_which_its_runs_share() {
    grants.put("anna", rate(1));
    var rates = staff.staff().rates();
    var run = RunId.of("agent-aaaaaaaaaaaaaaaaaaaaaaaaaa");
    for (int i = 0; i < 10; i++) {
      rates.take(i % 2 == 0 ? ANNA : new Caller("anna", "run", Caller.Scope.RUN, run));
    }

    assertThatThrownBy(() -> rates.take(ANNA))
        .hasMessageContaining("Caller 'anna' may ask 1 times a second and 10 times at once")
        .satisfies(
            it ->
                assertThat(((RetinueException) it).hit().orElseThrow().facts())
                    .containsEntry("limit", "limits.requests-per-second")
                    .containsEntry("whose", "caller:anna"));
    rates.take(BERT);

    grants.put("anna", Grant.ANY);
    rates.take(ANNA);
  }
}
