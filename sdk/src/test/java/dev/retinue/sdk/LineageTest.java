package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Who stands above whom, and how deep it goes.
class LineageTest {
  private final Agent agent = Agent.named("me").does(ctx -> "depth " + ctx.depth());

  @Test
  void an_agent_that_finds_itself_above_refuses_and_names_the_path() {
    var outcome =
        Trial.of(agent).env("SFA_CALL_CHAIN", "first,me,third").env("SFA_DEPTH", "3").run();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("first → me → third → me");
  }

  @ParameterizedTest
  @CsvSource({"5,5,0", "6,5,1", "0,0,0", "2,1,1"})
  void an_agent_deeper_than_allowed_does_not_begin(String depth, String max, int code) {
    var outcome = Trial.of(agent).env("SFA_DEPTH", depth).env("SFA_MAX_DEPTH", max).run();
    assertThat(outcome.exitCode()).isEqualTo(code);
  }

  @Test
  void whoever_stands_below_cannot_allow_itself_more() {
    var outcome =
        Trial.of(agent).env("SFA_DEPTH", "3").env("SFA_MAX_DEPTH", "2").run("--max-depth", "9");
    assertThat(outcome.exitCode()).isEqualTo(1);
  }

  @Test
  void those_below_get_a_clean_environment_and_know_who_stands_above() {
    var env =
        Map.of(
            "PATH", "/bin", "HOME", "/h", "API_KEY", "secret", "SFA_APIKEYS_X", "y", "LANG", "C");
    var flags = FlagReader.read(agent.spec(), java.util.List.of());
    var below = Lineage.read("me", flags, env).environmentBelow("other", env);
    assertThat(below)
        .containsEntry("SFA_DEPTH", "1")
        .containsEntry("SFA_MAX_DEPTH", "5")
        .containsEntry("SFA_CALL_CHAIN", "me")
        .containsEntry("PATH", "/bin")
        .containsEntry("SFA_APIKEYS_X", "y")
        .containsKey("SFA_SESSION_ID")
        .doesNotContainKey("API_KEY");
  }

  @ParameterizedTest
  @CsvSource({"4,true", "5,false"})
  void children_may_go_down_to_the_allowed_depth(String depth, boolean allowed) {
    var flags = FlagReader.read(agent.spec(), java.util.List.of());
    var lineage = Lineage.read("me", flags, Map.of("SFA_DEPTH", depth));
    if (allowed) {
      assertThat(lineage.environmentBelow("other", Map.of())).containsEntry("SFA_DEPTH", "5");
    } else {
      assertThatThrownBy(() -> lineage.environmentBelow("other", Map.of()))
          .hasMessageContaining("5 are allowed");
    }
  }

  @ParameterizedTest
  @CsvSource({"SFA_DEPTH,deep", "SFA_MAX_DEPTH,-1", "SFA_SESSION_ID,../../etc"})
  void what_makes_no_sense_is_refused(String variable, String value) {
    assertThat(Trial.of(agent).env(variable, value).run().exitCode()).isEqualTo(2);
  }
}
