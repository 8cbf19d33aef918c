package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.Configuration;
import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Program;
import dev.retinue.core.tool.Ability;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.gemini.Gemini;
import dev.retinue.runtime.cli.generic.AnyProgram;
import dev.retinue.runtime.cli.opencode.OpenCode;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/agents-cli.md says what is so.
final class AgentsCliDocumentTest {
  private static final String DOCUMENT =
      Repository.text(Repository.ROOT.resolve("docs/agents-cli.md"));
  private static final List<Profile> PROFILES =
      List.of(new Claude(), new Codex(), new Gemini(), new OpenCode());

  @TempDir private Path folder;

  private static String block(String language) {
    var block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(DOCUMENT);
    assertThat(block.find()).as(language).isTrue();
    return block.group(1);
  }

  @Test
  void every_program_is_there_with_what_installs_it() {
    assertThat(PROFILES)
        .allSatisfy(
            profile ->
                assertThat(DOCUMENT)
                    .containsPattern(
                        "\\| `%s` \\|.*`%s`".formatted(profile.name(), profile.install())));
  }

  @Test
  void every_kind_of_trouble_is_there_with_its_reason() {
    assertThat(Trouble.Kind.values())
        .allSatisfy(
            kind ->
                assertThat(DOCUMENT)
                    .contains("\n| %s | %s |".formatted(kind.word(), kind.reason().word())));
  }

  @Test
  void the_staff_is_a_configuration_without_a_warning() throws IOException {
    var file = Files.writeString(folder.resolve("retinue.yaml"), block("yaml"));
    var staff =
        Configuration.read(file, Map.of(), Set.of("claude", "codex", "program")).staff().all();
    assertThat(staff).extracting(Agent::name).containsExactly("reviewer", "builder", "counter");
    for (var agent : staff) {
      var profile =
          switch (agent.means().runtime()) {
            case "claude" -> new Claude();
            case "codex" -> new Codex();
            default -> new AnyProgram().of(agent);
          };
      var task = new Profile.Task("", "do it", agent.tools(), null, null, folder);
      assertThat(profile.invocation(task).warnings()).as(agent.name()).isEmpty();
    }
  }

  @Test
  void the_words_of_a_program_are_those_that_are_read() {
    var lines = speaker().lines();
    var words = block("json").lines().toList();
    assertThat(words).hasSize(9);
    for (var line : words) {
      assertThat(lines.read(line)).as(line).isNotEmpty();
    }
  }

  private static Profile speaker() {
    var usual = Conduct.USUAL;
    return new AnyProgram()
        .of(
            new Agent(
                "any",
                "",
                new Agent.Means(AnyProgram.NAME, null),
                "",
                List.of(),
                Agent.Limits.NONE,
                new Conduct(
                    usual.permissions(),
                    usual.confinement(),
                    usual.vigilance(),
                    new Program("any", List.of(), List.of(), Program.Format.JSON_LINES))));
  }

  @Test
  void the_words_for_tools_are_those_that_claude_and_codex_take() {
    var rows = DOCUMENT.lines().filter(line -> line.matches("\\| `\\w+` \\| [A-Z]\\w+.*")).toList();
    for (var row : rows) {
      var cells = row.split(" *\\| *", -1);
      var word = cells[1].replace("`", "");
      if (Ability.of(word).isPresent()) {
        assertThat(String.join(", ", new Claude().listed(List.of(word)))).isEqualTo(cells[2]);
        assertThat(cells[3]).contains(word.equals("web") ? "web_search" : sandbox(word));
      }
    }
    assertThat(rows).hasSizeGreaterThanOrEqualTo(5);
  }

  private static String sandbox(String tool) {
    return new Codex().onlyReads(List.of(tool)) ? "read-only" : "workspace-write";
  }
}
