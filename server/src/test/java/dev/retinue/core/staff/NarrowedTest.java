package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(Narrowed.to(List.of(asked), with(has)).tools())
        .isEqualTo(granted == null ? List.of() : List.of(granted));
    assertThat(Narrowed.refused(List.of(asked), with(has)))
        .isEqualTo(granted == null ? List.of(asked) : List.of());
  }

  @Test
  void who_asks_for_no_tools_in_particular_gets_all() {
    var agent = with("read", "shell");
    assertThat(Narrowed.to(null, agent)).isSameAs(agent);
  }

  @Test
  void who_asks_for_an_empty_list_gets_none() {
    assertThat(Narrowed.to(List.of(), with("read", "shell")).tools()).isEmpty();
  }

  @Test
  void an_agent_with_fewer_tools_has_another_digest() {
    var agent = with("read", "shell");
    assertThat(Narrowed.to(List.of("read"), agent).digest()).isNotEqualTo(agent.digest());
  }
}
