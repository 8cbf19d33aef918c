package dev.retinue.cli.agentapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Permissions;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.cli.Programs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HireTest {
  private static final Path HERE = Path.of("/work");

  private static Hire hire(@Nullable String type, String... words) {
    return Hire.of(List.of(words), type, List.of(), HERE);
  }

  private static List<String> options(Hire hire) {
    return Objects.requireNonNull(hire.agent().conduct().program()).arguments();
  }

  @ParameterizedTest
  @CsvSource({
    "claude,,claude,claude",
    "/opt/bin/codex,,codex,codex",
    "goose,,program,custom",
    "goose,goose,program,goose",
    "my-claude,claude,claude,claude",
    "gemini,,gemini,gemini"
  })
  void the_name_of_the_program_says_what_it_is_unless_somebody_does(
      String program, @Nullable String type, String runtime, String shown) {
    var hire = hire(type, program);
    assertThat(hire.agent().means().runtime()).isEqualTo(runtime);
    assertThat(hire.type()).isEqualTo(shown);
  }

  @Test
  void a_program_that_is_not_there_is_refused_before_anybody_talks_to_it() {
    var programs = new Programs(Map.of("PATH", "/bin:/usr/bin"));
    hire(null, "sh").requireProgram(programs);
    assertThatThrownBy(() -> hire(null, "no-such-agent").requireProgram(programs))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("no program 'no-such-agent'")
        .hasMessageContaining("install it");
  }

  @Test
  void a_path_begins_where_it_was_said() {
    var program = hire(null, "./tools/agent").agent().conduct().program();
    assertThat(Objects.requireNonNull(program).command()).isEqualTo("/work/tools/agent");
  }

  @Test
  void options_are_passed_on_but_for_those_that_retinue_says_itself() {
    var hire = hire(null, "claude", "-c", "--model", "opus", "--verbose", "--add-dir", "/data");
    assertThat(options(hire)).containsExactly("--model", "opus", "--add-dir", "/data");
    assertThat(hire.agent().conduct().permissions()).isEqualTo(Permissions.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--dangerously-skip-permissions",
        "--permission-mode bypassPermissions",
        "--permission-mode=bypassPermissions"
      })
  void who_may_do_everything_may_so_by_our_rules(String option) {
    var hire = hire(null, ("claude --model opus " + option + " --debug").split(" "));
    assertThat(options(hire)).containsExactly("--model", "opus", "--debug");
    assertThat(hire.agent().conduct().permissions().allow()).containsExactly("*");
  }

  @Test
  void another_mode_of_permissions_is_claudes_own() {
    var hire = hire(null, "claude", "--permission-mode", "plan");
    assertThat(options(hire)).containsExactly("--permission-mode", "plan");
    assertThat(hire.agent().conduct().permissions()).isEqualTo(Permissions.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude --resume x", "claude --session-id=x", "gemini -m pro", ""})
  void what_would_take_the_conversation_away_is_refused(String words) {
    var list = words.isEmpty() ? List.<String>of() : List.of(words.split(" "));
    assertThatThrownBy(() -> Hire.of(list, null, List.of(), HERE))
        .isInstanceOf(RetinueException.class);
  }
}
