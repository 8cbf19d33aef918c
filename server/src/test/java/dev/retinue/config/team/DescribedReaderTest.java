package dev.retinue.config.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Permissions;
import dev.retinue.core.Program;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft.Origin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DescribedReaderTest {
  private static final String RIGHT =
      """
      {"file": "/agents/Tea.java", "digest": "%s",
       "description": {"name": "tea", "version": "1", "description": "Makes tea.",
         "options": [{"name": "sugar", "type": "integer", "description": "How much", "required": true}],
         "env": [{"name": "TEA_KEY", "secret": true}, "CUP"]}}
      """
          .formatted("0".repeat(64));

  private static final Landscape LANDSCAPE =
      new Landscape(
          Map.of(),
          Set.of(),
          Set.of("group"),
          new Landscape.Single("claude", List.of(), Permissions.NONE),
          Map.of(),
          _ -> {});

  @TempDir private Path folder;

  private static TeamFile read(String text) {
    return new DescribedReader(LANDSCAPE)
        .read(new Origin("tea.agent.json", true), text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void defaults_and_choices_of_its_options_are_kept_for_forms() {
    var text =
        RIGHT.replace(
            "\"required\": true}",
            "\"required\": true, \"default\": 2, \"choices\": [\"1\", \"2\"]}");
    var program = Objects.requireNonNull(read(text).agents().getFirst().conduct().program());
    assertThat(Objects.requireNonNull(program.description()).parameters())
        .containsExactly(
            new Program.Parameter("sugar", "integer", "How much", true, "2", List.of("1", "2")));
  }

  @Test
  void what_it_said_of_itself_becomes_an_agent() {
    var agent = read(RIGHT).agents().getFirst();
    assertThat(agent.name()).isEqualTo("tea");
    assertThat(agent.means().runtime()).isEqualTo("javafile");
    assertThat(agent.description()).startsWith("Makes tea.").contains("sugar (integer, needed)");
    assertThat(agent.conduct().program())
        .isEqualTo(
            new Program(
                "/agents/Tea.java",
                List.of(),
                List.of("TEA_KEY", "CUP"),
                Program.Format.TEXT,
                false,
                new Program.Description(
                    "tea",
                    "0".repeat(64),
                    List.of(new Program.Parameter("sugar", "integer", "How much", true)))));
  }

  @Test
  void the_other_files_that_it_uses_are_known_by_their_digests() {
    var uses = "\"uses\": {\"/agents/Cup.java\": \"%s\"}, ".formatted("1".repeat(64));
    var text = RIGHT.replace("\"description\": {", uses + "\"description\": {");
    var program = Objects.requireNonNull(read(text).agents().getFirst().conduct().program());
    assertThat(Objects.requireNonNull(program.description()).uses())
        .containsExactly(Map.entry("/agents/Cup.java", "1".repeat(64)));
    assertThatThrownBy(() -> read(text.replace("/agents/Cup.java", "Cup.java")))
        .hasMessageContaining("'uses' must have whole paths");
  }

  @ParameterizedTest
  @CsvSource({
    "tea, group, no agent can be called",
    "tea, T E A, is no name for an agent",
    "/agents/Tea.java, Tea.java, whole path",
    "sugar, --, no name for an option",
    "CUP, A=B, no name for a variable",
    "0000, 0, SHA-256",
    "description, descr, is missing"
  })
  void what_is_wrong_is_said(String right, String wrong, String sentence) {
    assertThatThrownBy(() -> read(RIGHT.replaceFirst("\"" + right, "\"" + wrong)))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("tea.agent.json: ")
        .hasMessageContaining(sentence);
    assertThatThrownBy(() -> read("{")).hasMessageContaining("no JSON");
  }

  @Test
  void a_project_starts_nothing() throws Exception {
    Files.writeString(folder.resolve("tea.agent.json"), RIGHT);
    var files = new AgentFiles(LANDSCAPE);
    assertThat(files.in(List.of(new AgentFolder(folder, false, true))).teams()).isEmpty();
    assertThat(files.in(List.of(AgentFolder.trusted(folder))).teams()).hasSize(1);
  }
}
