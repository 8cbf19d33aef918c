package dev.retinue.runtime.scripted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DemoStaffTest {
  private static final DemoStaff STAFF = new DemoStaff();

  static List<Agent> agents() {
    return STAFF.all();
  }

  @Test
  void there_are_three_to_watch() {
    assertThat(agents())
        .extracting(Agent::name)
        .containsExactly("researcher", "builder", "reviewer");
  }

  @ParameterizedTest
  @MethodSource("agents")
  void each_is_pleasant_to_watch_and_says_how_it_ended(Agent agent) {
    var steps = Script.parse(agent.instructions()).steps();
    assertThat(playTime(steps)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
    assertThat(steps.getLast()).isInstanceOf(Step.Complete.class);
    assertThat(agent.description()).isNotBlank();
  }

  @Test
  void who_is_started_is_on_the_staff_and_starts_nobody_else() {
    var builder = Script.parse(STAFF.require("builder").instructions()).steps();
    assertThat(builder)
        .filteredOn(Step.Start.class::isInstance)
        .isNotEmpty()
        .allSatisfy(
            step -> {
              var started = STAFF.require(((Step.Start) step).agent());
              assertThat(Script.parse(started.instructions()).steps())
                  .noneMatch(Step.Start.class::isInstance);
            });
  }

  @Test
  void the_researcher_asks_nobody() {
    assertThat(Script.parse(STAFF.require("researcher").instructions()).steps())
        .noneMatch(step -> step instanceof Step.Ask || step instanceof Step.Permission);
  }

  /// What it takes by itself and while it waits for others.
  private static Duration playTime(List<Step> steps) {
    var time = Duration.ZERO;
    var others = Duration.ZERO;
    for (var step : steps) {
      if (step instanceof Step.Take(var taken)) {
        time = time.plus(taken);
        others = others.minus(taken);
      } else if (step instanceof Step.Repeat(var times, var repeated)) {
        time = time.plus(playTime(repeated).multipliedBy(times));
      } else if (step instanceof Step.Start(var agent, var _)) {
        others = playTime(Script.parse(STAFF.require(agent).instructions()).steps());
      } else if (step instanceof Step.Await && others.isPositive()) {
        time = time.plus(others);
      }
    }
    return time;
  }
}
