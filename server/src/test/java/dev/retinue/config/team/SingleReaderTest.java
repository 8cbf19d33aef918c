package dev.retinue.config.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.RetinueException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Markdown files with one agent, as Claude Code has them.
final class SingleReaderTest {
  @Test
  void an_agent_of_claude_code_works_with_claude() {
    var file =
        Reading.single(
            """
            ---
            name: Code-Reviewer
            description: Use this when: a change is done. Examples: <example>user: "x"</example>
            tools: Read, Grep, Bash(git log:*, git diff:*), Write
            disallowedTools: [WebFetch]
            model: sonnet
            maxTurns: 12
            color: red
            ---

            You review code.
            """,
            true);
    var agent = file.agents().getFirst();

    assertThat(agent.name()).isEqualTo("code-reviewer");
    assertThat(agent.description())
        .isEqualTo("Use this when: a change is done. Examples: <example>user: \"x\"</example>");
    assertThat(agent.means().runtime()).isEqualTo("claude");
    assertThat(agent.means().model()).isEqualTo("sonnet");
    assertThat(agent.instructions()).isEqualTo("You review code.");
    assertThat(agent.tools())
        .containsExactly("Read", "Grep", "Bash(git log:*, git diff:*)", "Write(**)");
    assertThat(agent.conduct().permissions().ask()).containsExactly("Bash");
    assertThat(agent.conduct().permissions().deny()).containsExactly("Edit(.git/**)", "WebFetch");
    assertThat(agent.limits().budget().maxTurns()).isEqualTo(12);
    assertThat(file.remarks()).isEmpty();
  }

  @Test
  void one_that_names_no_tools_has_the_usual_ones() {
    var agent =
        Reading.single("---\nname: a\ndescription: b\nmodel: inherit\n---\nDo it.", true)
            .agents()
            .getFirst();

    assertThat(agent.tools()).containsExactly("read", "search", "Edit(**)");
    assertThat(agent.means().model()).isNull();
  }

  @Test
  void one_of_a_project_gets_nothing_beyond_what_is_usual() {
    var file =
        Reading.single(
            """
            ---
            name: a
            description: b
            tools: WebFetch, mcp__github__push, Task
            permissionMode: bypassPermissions
            hooks: {PreToolUse: []}
            categories: x
            ---
            Do it.
            """,
            false);

    assertThat(file.agents().getFirst().tools()).isEqualTo(List.of("read"));
    assertThat(file.warnings())
        .anySatisfy(it -> assertThat(it).contains("one.md:5:1: 'permissionMode' in the agent"))
        .anySatisfy(it -> assertThat(it).contains("'hooks' in the agent is not supported"))
        .anySatisfy(it -> assertThat(it).contains("there is no key 'categories'"))
        .anySatisfy(it -> assertThat(it).contains("the tool 'WebFetch' is left out"));
  }

  @Test
  void one_of_a_project_writes_nowhere_but_in_its_folder() {
    var tools =
        Reading.single(
                "---\nname: a\ndescription: b\ntools: Write(/**), Edit(../**), MultiEdit(/etc/*), Read\n---\nDo it.",
                false)
            .agents()
            .getFirst()
            .tools();

    assertThat(tools).containsExactly("Write(**)", "Edit(**)", "Read");
  }

  @Test
  void nobody_is_called_as_one_who_is_always_there() {
    assertThat(refusal("---\nname: Group\ndescription: b\n---\n"))
        .contains("one.md: no agent can be called 'group'; give it another name.");
  }

  @Test
  void what_is_wrong_is_said_with_its_place() {
    assertThat(refusal("Just text.")).contains("one.md:1:1: an agent begins with its keys");
    assertThat(refusal("---\nname: a\n---\n")).contains("the agent has no 'description'");
    assertThat(refusal("---\nname: '!'\ndescription: b\n---\n"))
        .contains("the name of an agent has at least one letter");
    assertThat(refusal("---\nname: a\ndescription: b\nmaxTurns: many\n---\n"))
        .contains("one.md:4:11: 'maxTurns' in the agent must be a whole number");
  }

  private static String refusal(String text) {
    return catchThrowableOfType(RetinueException.class, () -> Reading.single(text, true))
        .getMessage();
  }
}
