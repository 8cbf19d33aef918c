package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NarrowedTest {
  private static Agent with(String... tools) {
    return new Agent(
        "claude", "", new Agent.Means("claude", null), "", List.of(tools), Agent.Limits.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          read,        Read,        Read
          search,      Glob,        Glob
          search,      Grep,        Grep
          shell,       Bash,        Bash
          shell,       Bash(git *), Bash(git *)
          Edit(**),    Edit,        Edit(**)
          Edit(**),    Edit(**),    Edit(**)
          Edit(src/*), Edit(**),    -
          Edit,        edit,        Edit
          edit,        Edit,        Edit
          edit,        edit,        edit
          Read,        Edit,        -
          Read,        search,      -
          Bash(git *), shell,       -
          memory,      memory,      memory
          memory,      todo,        -
          """)
  void a_tool_is_granted_as_far_as_the_agent_has_it(String has, String asked, String granted) {
    assertThat(Narrowed.to(List.of(asked, "other"), with(has, "other")).tools())
        .isEqualTo(granted == null ? List.of("other") : List.of(granted, "other"));
    assertThat(Narrowed.refused(List.of(asked), with(has)))
        .isEqualTo(granted == null ? List.of(asked) : List.of());
  }

  @Test
  void who_asks_for_no_tools_in_particular_gets_all() {
    var agent = with("read", "shell");
    assertThat(Narrowed.to(null, agent)).isSameAs(agent);
  }

  @Test
  void nobody_is_left_without_tools_because_that_may_mean_all_of_them() {
    for (var asked : List.of(List.<String>of(), List.of("web"))) {
      assertThatThrownBy(() -> Narrowed.to(asked, with("read", "shell")))
          .hasMessageContaining("agent 'claude' has none; it has read, shell");
    }
  }

  @Test
  void an_agent_without_a_list_is_not_given_one_because_to_name_a_tool_is_to_allow_it() {
    assertThatThrownBy(() -> Narrowed.to(List.of("Read"), with()))
        .hasMessageContaining("names no tools");
  }

  @Test
  void all_limited_uses_of_a_tool_are_granted() {
    assertThat(Narrowed.to(List.of("Bash"), with("Bash(git *)", "Bash(npm *)")).tools())
        .containsExactly("Bash(git *)", "Bash(npm *)");
  }

  @Test
  void an_agent_with_fewer_tools_has_another_digest() {
    var agent = with("read", "shell");
    assertThat(Narrowed.to(List.of("read"), agent).digest()).isNotEqualTo(agent.digest());
  }
}
