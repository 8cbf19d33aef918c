package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.tool.ToolServer;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples of `docs/tools.md` are configurations.
final class ToolsDocumentTest {
  private static final String DOCUMENT = Repository.text(Repository.ROOT.resolve("docs/tools.md"));

  @TempDir private Path folder;

  private static String example(String language, int number) {
    return Pattern.compile("(?s)```" + language + "\n(.*?)```")
        .matcher(DOCUMENT)
        .results()
        .skip(number)
        .findFirst()
        .orElseThrow()
        .group(1);
  }

  @Test
  void the_first_example_with_its_rules_is_a_configuration() throws IOException {
    var file =
        Files.writeString(folder.resolve("retinue.yaml"), example("yaml", 0) + example("yaml", 1));
    var read = Read.file(file);
    assertThat(read.settings().supervision().toolServers())
        .extracting(ToolServer::name)
        .containsExactly("filesystem", "tests", "tracker");
    assertThat(read.settings().supervision().permissions().deny()).hasSize(2);
    assertThat(read.staff().require("clerk").tools()).hasSize(3);
  }

  @Test
  void the_file_of_other_programs_is_one() throws IOException {
    var home = Files.createDirectories(folder.resolve("retinue"));
    Files.writeString(home.resolve("mcp_config.json"), example("json", 0));
    var environment = Map.of("XDG_CONFIG_HOME", folder.toString());
    var read = Configuration.read(new Sources(null, environment, List.of()), Read.KNOWN);
    assertThat(read.settings().supervision().toolServers())
        .extracting(it -> it.reach().transport())
        .containsExactly("stdio", "http");
  }
}
