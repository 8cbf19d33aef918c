package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.gemini.Gemini;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Answers in a form: how each program hears of it.
final class SchemasTest {
  private static final String STRICT =
      "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"],\"additionalProperties\":false}";
  private static final String LOOSE =
      "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}";
  private static final String LIST = "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}";

  @TempDir private Path folder;

  private Profile.Invocation invocation(Profile profile, String schema) {
    return profile.invocation(
        new Profile.Task(
            "", "do it", List.of(), null, null, folder, folder, schema, Profile.Ties.NONE));
  }

  @Test
  void claude_takes_a_schema_of_an_object_on_its_command_line() {
    var loose = invocation(new Claude(), LOOSE);
    assertThat(loose.arguments()).containsSequence("--json-schema", LOOSE);
    assertThat(loose.input()).doesNotContain("JSON Schema");
    var list = invocation(new Claude(), LIST);
    assertThat(list.arguments()).doesNotContain("--json-schema");
    assertThat(list.input()).contains("JSON Schema", "items");
  }

  @Test
  void codex_takes_a_strict_schema_from_a_file_and_others_from_its_contract() {
    var strict = invocation(new Codex(), STRICT);
    var file = folder.resolve("schema.json");
    assertThat(strict.arguments()).containsSequence("--output-schema", file.toString());
    assertThat(strict.files()).containsEntry(file, STRICT);
    assertThat(strict.input()).doesNotContain("JSON Schema");
    var loose = invocation(new Codex(), LOOSE);
    assertThat(loose.arguments()).doesNotContain("--output-schema");
    assertThat(loose.input()).contains("JSON Schema", LOOSE);
  }

  @Test
  void a_program_without_such_an_option_reads_it_in_its_contract() {
    assertThat(invocation(new Gemini(), STRICT).input())
        .startsWith("Contract:\n\ndo it")
        .endsWith("and nothing else:\n\n" + STRICT);
  }
}
