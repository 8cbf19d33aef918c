package dev.retinue.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where clients have their settings. Other systems are looked at from here, so their paths have
/// the slashes of this one.
class ClientPlacesTest {
  private static final Path PROJECT = Path.of("/work/shop");

  @ParameterizedTest
  @CsvSource({
    "CLAUDE_CODE, /home/me/.claude.json, /work/shop/.mcp.json",
    "CLAUDE_DESKTOP, /home/me/.config/Claude/claude_desktop_config.json,",
    "CODEX, /home/me/.codex/config.toml, /work/shop/.codex/config.toml",
    "CURSOR, /home/me/.cursor/mcp.json, /work/shop/.cursor/mcp.json",
    "VSCODE, /home/me/.config/Code/User/mcp.json, /work/shop/.vscode/mcp.json",
    "GEMINI, /home/me/.gemini/settings.json, /work/shop/.gemini/settings.json",
    "OPENCODE, /home/me/.config/opencode/opencode.json, /work/shop/opencode.json",
  })
  void on_linux(Client client, String user, String project) {
    var places = places("Linux", Map.of("HOME", "/home/me"));
    assertThat(places.settings(client, Scope.USER)).hasToString(user);
    if (project != null) {
      assertThat(places.settings(client, Scope.PROJECT)).hasToString(project);
    } else {
      assertThatThrownBy(() -> places.settings(client, Scope.PROJECT))
          .isInstanceOf(RetinueException.class)
          .hasMessageContaining("has no settings of projects");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CLAUDE_CODE, /Users/me/.claude.json",
    "CLAUDE_DESKTOP, /Users/me/Library/Application Support/Claude/claude_desktop_config.json",
    "CODEX, /Users/me/.codex/config.toml",
    "CURSOR, /Users/me/.cursor/mcp.json",
    "VSCODE, /Users/me/Library/Application Support/Code/User/mcp.json",
    "GEMINI, /Users/me/.gemini/settings.json",
    "OPENCODE, /Users/me/.config/opencode/opencode.json",
  })
  void on_a_mac(Client client, String user) {
    assertThat(places("Mac OS X", Map.of("HOME", "/Users/me")).settings(client, Scope.USER))
        .hasToString(user);
  }

  @ParameterizedTest
  @CsvSource({
    "CLAUDE_CODE, C:/Users/me/.claude.json",
    "CLAUDE_DESKTOP, D:/Roaming/Claude/claude_desktop_config.json",
    "CODEX, C:/Users/me/.codex/config.toml",
    "CURSOR, C:/Users/me/.cursor/mcp.json",
    "VSCODE, D:/Roaming/Code/User/mcp.json",
    "GEMINI, C:/Users/me/.gemini/settings.json",
    "OPENCODE, C:/Users/me/.config/opencode/opencode.json",
  })
  void on_windows(Client client, String user) {
    var environment = Map.of("USERPROFILE", "C:/Users/me", "APPDATA", "D:/Roaming");
    assertThat(places("Windows 11", environment).settings(client, Scope.USER)).hasToString(user);
  }

  @ParameterizedTest
  @CsvSource({
    "CLAUDE_CODE, CLAUDE_CONFIG_DIR, /x/.claude.json, /x/skills/retinue/SKILL.md",
    "CODEX, CODEX_HOME, /x/config.toml, /x/skills/retinue/SKILL.md",
    "GEMINI, GEMINI_CLI_HOME, /x/.gemini/settings.json, /x/.gemini/skills/retinue/SKILL.md",
    "OPENCODE, XDG_CONFIG_HOME, /x/opencode/opencode.json, /x/opencode/skills/retinue/SKILL.md",
    "OPENCODE, OPENCODE_CONFIG_DIR, /x/opencode.json, /x/skills/retinue/SKILL.md",
    "VSCODE, XDG_CONFIG_HOME, /x/Code/User/mcp.json,",
    "VSCODE, VSCODE_PORTABLE, /x/user-data/User/mcp.json,",
    "CLAUDE_DESKTOP, XDG_CONFIG_HOME, /x/Claude/claude_desktop_config.json,",
  })
  void their_own_variables_move_them(Client client, String variable, String file, String skill) {
    var places = places("Linux", Map.of("HOME", "/home/me", variable, "/x"));
    assertThat(places.settings(client, Scope.USER)).hasToString(file);
    assertThat(places.skill(client, Scope.USER, "retinue").map(Path::toString).orElse(null))
        .isEqualTo(skill);
  }

  @Test
  void without_a_home_a_sentence_says_so() {
    assertThatThrownBy(() -> places("Linux", Map.of()).settings(Client.CODEX, Scope.USER))
        .hasMessageContaining("HOME is not set");
  }

  @ParameterizedTest
  @CsvSource({
    "code-insiders, Code - Insiders",
    "codium, VSCodium",
    "code-insiders codium, Code - Insiders",
    "code codium, Code",
    "'', Code",
  })
  void of_the_kinds_of_vs_code_the_one_that_is_there_is_meant(
      String programs, String data, @TempDir Path home) throws IOException {
    for (var name : programs.split(" ", -1)) {
      if (!name.isEmpty()) {
        var program = Files.writeString(home.resolve(name), "");
        assertThat(program.toFile().setExecutable(true)).isTrue();
      }
    }
    var places = places("Linux", Map.of("HOME", home.toString(), "PATH", home.toString()));
    assertThat(places.settings(Client.VSCODE, Scope.USER))
        .isEqualTo(home.resolve(".config").resolve(data).resolve("User/mcp.json"));
    Files.createDirectories(home.resolve(".config/Code"));
    assertThat(places.settings(Client.VSCODE, Scope.USER))
        .isEqualTo(home.resolve(".config/Code/User/mcp.json"));
  }

  private static Places places(String system, Map<String, String> environment) {
    return new Places(environment, system, PROJECT);
  }
}
