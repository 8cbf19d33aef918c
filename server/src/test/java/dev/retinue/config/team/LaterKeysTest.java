package dev.retinue.config.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.team.key.ReadOnly;
import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Money;
import dev.retinue.core.craft.Hook;
import dev.retinue.core.craft.Kit;
import dev.retinue.testing.Repository;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What docker agent's files have had since version 7: taken, or left out by name.
final class LaterKeysTest {
  private static final String FILE = Samples.RIGHT.getLast();

  private static Agent root() {
    return Reading.agent(Reading.trusted(FILE), "team");
  }

  @Test
  void what_is_left_out_is_named_with_its_place() {
    assertThat(Reading.trusted(FILE).warnings())
        .contains(
            "team.yaml:3:1: 'runtime' in the file is not supported, and is left out.",
            "team.yaml:4:1: 'evaluators' in the file is not supported, and is left out.")
        .anyMatch(it -> it.endsWith("'safety' in agents 'root' is not supported, and is left out."))
        .anyMatch(
            it -> it.endsWith("'capabilities' in models 'eyes' is not supported, and is left out."))
        .anyMatch(
            it ->
                it.endsWith(
                    "toolsets of the type 'plan' are not supported, and this one is left out."))
        .anyMatch(
            it ->
                it.endsWith(
                    "'escape_html' in a toolset of the type fetch is not supported, and is left out."))
        .anyMatch(
            it ->
                it.endsWith("the command 'plan' is left out: 'agent' and 'url' are not supported."))
        .anyMatch(it -> it.endsWith("'turn_start' in 'hooks' is not supported, and is left out."))
        .anyMatch(
            it ->
                it.endsWith(
                    "the built-in hook 'redact_secrets' is not supported, and is left out."))
        .anyMatch(it -> it.endsWith("is left out; write 'add_date: true' in the agent instead."))
        .anyMatch(
            it ->
                it.endsWith(
                    "hooks of the type 'model' are not supported, and this one is left out."));
  }

  @Test
  void texts_of_a_list_are_put_together() {
    assertThat(root().instructions()).isEqualTo("Look at it.\n\nSay what you see.");
  }

  @Test
  void what_several_share_belongs_to_each_of_them_and_one_that_reads_changes_nothing() {
    assertThat(root().craft().kits())
        .extracting(Kit::kind, Kit::tools)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Kit.Kind.FETCH, List.of()),
            org.assertj.core.groups.Tuple.tuple(
                Kit.Kind.FILESYSTEM,
                List.of(
                    "directory_tree",
                    "list_directory",
                    "read_file",
                    "read_multiple_files",
                    "search_files_content")),
            org.assertj.core.groups.Tuple.tuple(
                Kit.Kind.SHELL, List.of("list_background_jobs", "view_background_job")));
    assertThat(root().craft().commands()).containsOnlyKeys("stand-up");
  }

  @Test
  void a_toolset_of_which_nothing_reads_is_gone() {
    var file =
        Reading.trusted(
            "agents: {root: {readonly: true, toolsets: [{type: filesystem, tools: [write_file]}, {type: background_agents}]}}");

    assertThat(Reading.agent(file, "team").craft().kits()).isEmpty();
  }

  @Test
  void guards_are_asked_before_a_tool_is_used() {
    assertThat(root().craft().hooks())
        .extracting(Hook::moment, Hook::command)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Hook.Moment.PRE_TOOL_USE, "./look.sh"));
  }

  @Test
  void a_budget_holds_for_every_agent_of_the_file() {
    var budget = new Budget(Money.usd("1.5"), 100_000L, null, 600L, null);

    assertThat(Reading.trusted(FILE).agents())
        .hasSize(2)
        .allSatisfy(it -> assertThat(it.limits().budget()).isEqualTo(budget));
  }

  @Test
  void a_program_does_the_work_of_an_agent_with_a_harness() {
    var coder = Reading.agent(Reading.trusted(FILE), "team.coder");

    assertThat(coder.means()).isEqualTo(new Agent.Means("codex", "gpt-6-codex"));
    assertThat(coder.tools()).containsExactly("read", "shell");
    assertThat(coder.instructions()).isEqualTo("Write it.");
    assertThat(root().craft().team().members())
        .singleElement()
        .satisfies(it -> assertThat(it.agent()).isEqualTo("team.coder"));
  }

  @Test
  void rules_of_the_file_narrow_what_a_program_may() {
    var file =
        Reading.trusted(
            "permissions: {allow: ['*'], ask: [fetch], deny: ['shell:cmd=rm *']}\nagents: {root: {harness: {type: codex}}}");
    var permissions = Reading.agent(file, "team").conduct().permissions();

    assertThat(permissions.allow()).isEmpty();
    assertThat(permissions.ask()).containsExactly("fetch");
    assertThat(permissions.deny()).containsExactly("shell(rm *)");
  }

  @Test
  void what_a_program_does_not_take_is_said() {
    var file =
        Reading.trusted(
            "agents: {root: {model: openai/gpt-6, harness: {type: codex, args: [-x]}, toolsets: [{type: think}]}}");

    assertThat(file.warnings())
        .containsExactly(
            "team.yaml:1:61: 'args' in 'harness' is not supported, and is left out.",
            "team.yaml:1:10: models, toolsets and mates of agents 'root' are left out: the program of its 'harness' brings along its own.");
  }

  @Test
  void names_of_agents_in_the_first_versions_are_left_out() {
    assertThat(Reading.trusted("version: 1\nagents: {root: {name: Ada}}").warnings())
        .containsExactly(
            "team.yaml:2:17: 'name' of an agent is no longer read since version 2, and is left out.");
  }

  /// The table of the toolsets is held against the tools themselves.
  @Test
  void what_reads_is_what_changes_nothing_by_the_document() {
    var reads = new TreeMap<String, Set<String>>();
    var kind = "";
    for (var line : Repository.text(Repository.ROOT.resolve("docs/toolsets.md")).lines().toList()) {
      var cells = line.replace("`", "").split("\\|", -1);
      if (cells.length == 7 && !cells[2].isBlank()) {
        kind = cells[1].isBlank() ? kind : cells[1].strip();
        var tools = reads.computeIfAbsent(kind, _ -> new TreeSet<>());
        if (cells[4].strip().equals("no")) {
          tools.add(cells[2].strip());
        }
      }
    }
    for (var kit : List.of(Kit.Kind.FILESYSTEM, Kit.Kind.SHELL, Kit.Kind.MEMORY)) {
      assertThat(reads.get(kit.name().toLowerCase(Locale.ROOT)))
          .isEqualTo(ReadOnly.READS.get(kit))
          .isNotEmpty();
    }
  }
}
