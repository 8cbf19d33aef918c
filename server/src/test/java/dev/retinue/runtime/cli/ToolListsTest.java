package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.gemini.Gemini;
import dev.retinue.runtime.cli.generic.AnyProgram;
import dev.retinue.runtime.cli.opencode.OpenCode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The tools of an agent as they are said to each program: offered and allowed, and nothing else.
final class ToolListsTest {
  private static final String NOTHING_ELSE = "deny\"\npriority = 100\n";

  @TempDir private Path folder;

  private Profile.Invocation said(Profile profile, String... tools) {
    return profile.invocation(new Profile.Task("", "do it", List.of(tools), null, null, folder));
  }

  /// What stands behind an option, or nothing.
  private static List<String> after(String option, Profile.Invocation invocation) {
    var words = invocation.arguments();
    return Stream.iterate(0, i -> i + 1 < words.size(), i -> i + 1)
        .filter(i -> words.get(i).equals(option))
        .map(i -> words.get(i + 1))
        .toList();
  }

  @Test
  void claude_is_shown_what_it_may_use_and_nothing_else() {
    var said = said(new Claude(), "read", "search", "shell", "WebFetch");
    assertThat(after("--tools", said)).containsExactly("Read,Glob,Grep,Bash,WebFetch");
    assertThat(after("--allowedTools", said)).containsExactly("Read,Glob,Grep,Bash,WebFetch");
    assertThat(after("--disallowedTools", said)).containsExactly("Task,Agent,AskUserQuestion");
    assertThat(said.warnings()).isEmpty();
  }

  @Test
  void claude_keeps_the_limits_of_a_tool() {
    var said = said(new Claude(), "Bash(git diff *)", "Edit(**)", "mcp__tracker");
    assertThat(after("--tools", said)).containsExactly("Bash,Edit");
    assertThat(after("--allowedTools", said))
        .containsExactly("Bash(git diff *),Edit(**),mcp__tracker");
  }

  @Test
  void claude_has_sub_agents_only_by_name() {
    var said = said(new Claude(), "Read", "Task");
    assertThat(after("--disallowedTools", said)).containsExactly("Agent,AskUserQuestion");
  }

  @Test
  void claude_drops_a_name_without_a_word_so_we_say_it() {
    assertThat(said(new Claude(), "read_file").warnings())
        .containsExactly(
            "claude has no tool 'read_file' that Retinue knows; if it has none, it says nothing about it.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                 | workspace-write |          | 0",
        "read             | read-only       | disabled | 1",
        "Read,Grep        | read-only       | disabled | 1",
        "read,edit        | workspace-write | disabled | 1",
        "read,edit,shell  | workspace-write | disabled | 0",
        "shell,web        | workspace-write | live     | 0",
        "Bash             | workspace-write | disabled | 0",
        "Bash(git *),read | read-only       | disabled | 2",
        "lsp,shell        | workspace-write | disabled | 1",
      })
  void codex_hears_of_tools_by_its_sandbox(
      String tools, String sandbox, String search, int warnings) {
    var list = tools == null ? new String[0] : tools.split(",", -1);
    var said = said(new Codex(), list);
    assertThat(after("-s", said)).containsExactly(sandbox);
    assertThat(after("-c", said).stream().filter(it -> it.startsWith("web_search")))
        .isEqualTo(search == null ? List.of() : List.of("web_search=\"" + search + "\""));
    assertThat(said.warnings()).hasSize(warnings);
    assertThat(after("-c", said)).contains("features.multi_agent=false");
    assertThat(after("--disable", said)).isEmpty();
  }

  @Test
  void codex_has_no_shell_if_nothing_needs_it() {
    assertThat(after("--disable", said(new Codex(), "web"))).containsExactly("shell_tool");
  }

  @Test
  void gemini_is_given_a_policy() {
    var said = said(new Gemini(), "read", "run_shell_command", "Bash(git *)", "lsp");
    var policy = said.files().get(folder.resolve("policy.toml"));
    assertThat(policy)
        .startsWith(
            """
            [[rule]]
            toolName = ["read_file", "read_many_files", "run_shell_command"]
            decision = "allow"
            """)
        .endsWith(NOTHING_ELSE);
    assertThat(said.warnings())
        .containsExactly(
            "gemini cannot keep the limit of 'Bash(git *)', so it does not get this tool.",
            "gemini has no tool 'lsp' that Retinue knows, so it does not get it.");
    assertThat(after("--admin-policy", said))
        .containsExactly(folder.resolve("policy.toml").toString());
  }

  @Test
  void gemini_keeps_its_own_rules_where_no_tools_are_named() {
    var policy = said(new Gemini()).files().get(folder.resolve("policy.toml"));
    assertThat(policy).contains("invoke_agent").doesNotContain("allow", "\"*\"");
  }

  @Test
  void opencode_is_given_permissions_with_limits() {
    var said = said(new OpenCode(), "read", "Bash(git *)", "shell(ls *)", "Read(src/**)");
    assertThat(said.environment())
        .containsEntry(
            "OPENCODE_PERMISSION",
            "{\"*\":\"deny\",\"bash\":{\"*\":\"deny\",\"git *\":\"allow\",\"ls *\":\"allow\"},\"read\":\"allow\"}");
    assertThat(said.warnings())
        .containsExactly(
            "opencode cannot keep the limit of 'Read(src/**)', so it does not get this tool.");
    assertThat(said(new OpenCode()).environment())
        .containsEntry("OPENCODE_PERMISSION", "{\"task\":\"deny\"}");
  }

  static Stream<Profile> others() {
    return Stream.of(new Gemini(), new OpenCode(), new AnyProgram());
  }

  /// Rules are absolute: who cannot keep them says so.
  @ParameterizedTest
  @MethodSource("others")
  void a_program_that_asks_nobody_says_that_rules_do_not_hold_for_it(Profile profile) {
    var task =
        new Profile.Task(
            "", "do it", List.of(), null, null, folder, folder, null, new Profile.Ties(true, null));
    assertThat(profile.invocation(task).warnings())
        .anyMatch(it -> it.contains("the rules about tools do not hold for it"));
  }
}
