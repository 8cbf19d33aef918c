package dev.retinue.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the README tells people to type, typed.
@EndToEnd
class ReadmeTest {
  private static final String README = Repository.text(Repository.ROOT.resolve("README.md"));

  @TempDir Path home;
  @TempDir Path folder;
  private Path installation = Path.of("");

  /// A client may start what it is told of: better not the tree that these tests belong to.
  @BeforeEach
  void install() {
    installation = Repository.distribution(folder.resolve("retinue"));
  }

  @Test
  void the_real_clients_take_the_commands_that_connect_them() {
    assumeTrue(Npm.isInstalled(), "npm could not install the clients");
    var commands = lineStartingWith("claude mcp add") + "\n" + lineStartingWith("codex mcp add");
    var ended = shell("set -e\n" + commands);
    assertThat(ended.exitCode()).as(ended.err()).isZero();

    var launcher = installation.resolve("retinue");
    assertThat(shell("codex mcp get retinue").out())
        .contains("command: " + launcher, "args: mcp", "transport: stdio");
    assertThat(shell("claude mcp get retinue").out())
        .contains("Command: " + launcher, "Args: mcp", "Type: stdio")
        .contains("Connected")
        .doesNotContain("Failed");
  }

  @Test
  void the_configuration_for_other_clients_names_the_same_command() {
    var block = Pattern.compile("(?s)```json\n(.*?)```").matcher(README);
    assertThat(block.find()).isTrue();
    assertThat(block.group(1))
        .contains("\"mcpServers\"", "\"/path/to/retinue/retinue\"", "[\"mcp\"]");
  }

  private static String lineStartingWith(String words) {
    return README.lines().filter(line -> line.startsWith(words)).findFirst().orElseThrow();
  }

  private Program.Ended shell(String script) {
    return Program.of("sh", "-c", script)
        .in(installation)
        .with("PATH", Npm.programs() + ":" + System.getenv("PATH"))
        .with("HOME", home)
        .with("TMPDIR", Repository.ROOT.resolve("server/target"))
        .with("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .run();
  }
}
