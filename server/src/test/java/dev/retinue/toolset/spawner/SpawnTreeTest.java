package dev.retinue.toolset.spawner;

import static dev.retinue.toolset.spawner.SpawnScene.structured;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Manners;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.client.ClientOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent that reaches Retinue as itself and has itself do its work: somewhere it is told that
/// this is enough, and then all of them end.
final class SpawnTreeTest {
  @TempDir private Path folder;

  // Opened by each test, with its limits.
  @SuppressWarnings("NullAway.Init")
  private SpawnScene scene;

  @AfterEach
  void close() {
    scene.close();
  }

  private void open(Limits limits) {
    scene = new SpawnScene(folder, Rules.of(limits), Manners.USUAL, new Recursive());
    var again = SpawnScene.member("again", "recursive");
    scene
        .staff()
        .hire(
            new Agent(
                again.name(),
                again.description(),
                again.means(),
                again.instructions(),
                again.tools(),
                new Agent.Limits(Budget.UNLIMITED, true)));
    scene.staff().hire(SpawnScene.member("once", "recursive"));
  }

  /// Spends a cent, and spawns itself as often as its prompt says, over the real edge. It ends with
  /// what it was told.
  private final class Recursive implements AgentRuntime {
    @Override
    public String name() {
      return "recursive";
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      var cent = Usage.cost(Money.usd("0.01"));
      work.reserve(cent);
      work.settle(cent, cent);
      var run = work.run().id();
      var self = new Caller(Caller.OWNER, run.text(), Caller.Scope.RUN, run);
      var told = new ArrayList<String>();
      try (var web = scene.serve(self);
          var client = SpawnScene.at(web, ClientOptions.named("agent", "1"))) {
        for (int i = 0; i < Integer.parseInt(work.prompt()); i++) {
          var answer =
              structured(
                  client.callTool(
                      "spawn_agent", SpawnScene.order(work.agent().name(), work.prompt())));
          told.add(
              answer.has("error")
                  ? answer.path("error").path("message").asString("")
                  : answer.path("result").asString(""));
        }
      }
      if (!work.ended()) {
        work.complete(String.join(" | ", told), State.Evidence.CLAIMED);
      }
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }

  private Run carryOut(int times, Budget budget) {
    return carryOut("again", times, budget);
  }

  private Run carryOut(String agent, int times, Budget budget) {
    var request = StartRequest.of(agent, "" + times).under(Terms.NONE.with(budget));
    return scene.staff().awaitEnd(scene.staff().start(request));
  }

  private static @Nullable String summary(Run run) {
    return run.state() instanceof State.Completed(var _, var summary, var _) ? summary : null;
  }

  private List<Run> all() {
    return scene.staff().all();
  }

  @Test
  void who_may_not_recurse_is_told_so_at_once() {
    open(Limits.DEFAULT);

    var root = carryOut("once", 1, Budget.UNLIMITED);

    assertThat(all()).hasSize(1);
    assertThat(summary(root)).contains("'once' is already at work", "circle", "may-recurse");
  }

  @Test
  void it_stops_at_the_depth_that_is_allowed_and_says_so() {
    open(new Limits(32, 128, 3, 100, 1000));

    var root = carryOut(1, Budget.UNLIMITED);

    assertThat(all()).hasSize(4).allMatch(run -> run.state() instanceof State.Completed);
    assertThat(all().stream().mapToInt(run -> run.commission().lineage().depth()).max())
        .hasValue(3);
    assertThat(summary(root)).contains("is 3 deep, and runs may be 3 deep at most");
  }

  @Test
  void it_stops_at_the_number_of_descendants_that_is_allowed_and_says_so() {
    open(new Limits(32, 128, 50, 7, 1000));

    var root = carryOut(2, Budget.UNLIMITED);

    assertThat(all()).hasSize(8).allMatch(run -> run.state() instanceof State.Completed);
    assertThat(summary(root)).contains("7 runs were started, and no more are allowed");
  }

  @Test
  void it_stops_when_the_budget_of_the_first_is_used_up_and_says_so() {
    open(new Limits(32, 128, 50, 100, 1000));

    var root = carryOut(1, Budget.cost(Money.usd("0.05")));

    assertThat(scene.staff().account(root.id()).spent().cost()).isEqualTo(Money.usd("0.05"));
    assertThat(all()).hasSize(5).allMatch(Run::ended);
    assertThat(summary(root)).contains("(max_cost_usd 0.05) is used up");
  }

  @Test
  void it_stops_at_the_number_of_runs_that_its_caller_allows() {
    open(new Limits(32, 128, 50, 100, 1000));

    var root = carryOut(1, new Budget(null, null, null, null, 4L));

    assertThat(all()).hasSize(5);
    assertThat(summary(root)).contains("(max_runs 4) is used up");
  }
}
