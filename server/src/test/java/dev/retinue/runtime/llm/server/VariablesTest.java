package dev.retinue.runtime.llm.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Masked;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VariablesTest {
  @Test
  void a_secret_is_masked_also_without_what_stood_before_it() {
    var variables = new Variables(Map.of("TOKEN", "s3cret-value", "LONGER", "s3cret-value-of-all"));
    var resolved =
        variables.resolved(
            "web", Map.of("A", "Token ${TOKEN}", "B", "Token plain-secret", "C", "x=${LONGER}"));
    assertThat(resolved).containsEntry("A", "Token s3cret-value");
    assertThat(variables.masked("not s3cret-value, plain-secret or s3cret-value-of-all!"))
        .isEqualTo("not ***, *** or ***!");
  }

  @Test
  void what_a_key_of_a_server_means_is_known_by_heart_and_who_wrote_something_is_not() {
    var variables = new Variables(Map.of("OF_THE_SERVER", "meant-by-it-4711"));
    variables.resolved(
        "web",
        Map.of("X-Api-Key", "${OF_THE_SERVER}", "GIT_AUTHOR_NAME", "Anna of the Green Gables"));
    assertThat(Masked.of("It has meant-by-it-4711 of Anna of the Green Gables"))
        .isEqualTo("It has *** of Anna of the Green Gables");
  }

  @Test
  void of_what_a_tool_finds_only_keys_are_masked() {
    var variables = new Variables(Map.of("TOKEN", "s3cret-value", "HOME", "/home/anna"));
    variables.resolved(
        "web",
        Map.of(
            "FOLDER", "${HOME}/work", "OTHER", "${TOKEN}", "Authorization", "Bearer plain-secret"));
    assertThat(variables.withoutKeys("/home/anna/work: s3cret-value, plain-secret"))
        .isEqualTo("/home/anna/work: ***, ***");
  }
}
