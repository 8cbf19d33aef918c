package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.retinue.core.RetinueException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which toolsets are served.
final class ToolsetsTest {
  @Test
  void questions_can_be_answered_wherever_something_is_served() {
    assertThat(Toolsets.chosen(List.of(), false))
        .containsExactly("lifecycle", "spawner", "sessions", "relay");
    assertThat(Toolsets.chosen(List.of("relay"), true)).containsExactly("relay");
    assertThat(Toolsets.chosen(List.of("relay", "lifecycle", "relay"), true))
        .containsExactly("lifecycle", "relay");
    assertThat(Toolsets.chosen(List.of("compat", "spawner"), false))
        .containsExactly("spawner", "relay", "compat");
  }

  @Test
  void the_fleet_is_served_where_there_is_one() {
    assertThat(Toolsets.chosen(List.of(), true))
        .containsExactly("lifecycle", "spawner", "sessions", "fleet", "relay");
    assertThat(Toolsets.chosen(List.of("fleet"), true)).containsExactly("fleet", "relay");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fleet | The toolset 'fleet' needs a deployment of Coder; set CODER_URL and CODER_SESSION_TOKEN.",
        "lifecicle | There is no toolset 'lifecicle', only lifecycle, spawner, sessions, fleet, relay and compat. Did you mean 'lifecycle'?",
        "tools | There is no toolset 'tools', only lifecycle, spawner, sessions, fleet, relay and compat.",
      })
  void what_is_not_there_is_refused_with_a_sentence(String name, String sentence) {
    assertThatExceptionOfType(RetinueException.class)
        .isThrownBy(() -> Toolsets.chosen(List.of(name), false))
        .withMessage(sentence);
  }
}
