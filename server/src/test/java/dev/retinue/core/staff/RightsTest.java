package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.Vigilance;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent as its runtime is given it: with the rules and the walls of all for whom it works.
class RightsTest {
  private static final Permissions NO_SHELL =
      new Permissions(List.of(), List.of(), List.of("Bash"));

  @TempDir private Path folder;
  private final Map<String, Agent> seen = new ConcurrentHashMap<>();

  /// Remembers whom it was given, and has the next one work below, whose name is its prompt.
  private final AgentRuntime probe =
      new AgentRuntime() {
        @Override
        public String name() {
          return "probe";
        }

        @Override
        public boolean canResume(Run run) {
          return true;
        }

        @Override
        public void carryOut(Work work) throws InterruptedException {
          seen.put(work.agent().name(), work.agent());
          var names = work.prompt().split(" ", 2);
          if (!names[0].equals("-")) {
            work.await(work.delegate("next", names[0], names.length > 1 ? names[1] : "-").id());
          }
          work.complete("done", State.Evidence.CLAIMED);
        }
      };

  private static Agent agent(String name, Permissions rules, Confinement confinement) {
    return new Agent(
        name,
        "",
        new Agent.Means("probe", null),
        "",
        List.of(),
        Agent.Limits.NONE,
        new Conduct(rules, confinement, Vigilance.USUAL, null));
  }

  private void play(String agent, String prompt) {
    try (var staff = TestStaff.in(folder, new TestClock())) {
      staff
          .hire(
              agent("top", NO_SHELL, new Confinement(2, true, Confinement.Login.OWNER)),
              agent("middle", Permissions.NONE, new Confinement(0, false, Confinement.Login.RUN)),
              agent("low", Permissions.NONE, Confinement.USUAL))
          .begin(probe);
      staff.awaitEnd(staff.start(agent, prompt));
    }
  }

  private Conduct conduct(String name) {
    return Objects.requireNonNull(seen.get(name)).conduct();
  }

  @Test
  void whoever_works_for_another_has_its_rules_and_is_no_freer() {
    play("top", "middle low");
    assertThat(conduct("top").permissions().above()).isEmpty();
    assertThat(conduct("middle").permissions().above()).containsExactly(NO_SHELL);
    assertThat(conduct("low").permissions().above()).containsExactly(NO_SHELL);
    assertThat(conduct("low").confinement())
        .isEqualTo(new Confinement(2, false, Confinement.Login.OWNER));
  }

  @Test
  void alone_everybody_is_as_defined() {
    play("low", "-");
    assertThat(conduct("low").permissions()).isEqualTo(Permissions.NONE);
    assertThat(conduct("low").confinement()).isEqualTo(Confinement.USUAL);
  }

  @Test
  void what_is_kept_of_a_definition_does_not_change_by_it() {
    var rules = new Permissions(List.of("Read"), List.of(), List.of("Bash"));
    assertThat(rules)
        .hasToString(
            "Permissions[allow=[Read], ask=[], deny=[Bash], otherwise=null, deadline=null, retinue=false]");
  }
}
