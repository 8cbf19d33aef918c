package dev.retinue.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SnippetsTest {
  private static final String URL = "http://127.0.0.1:8101/mcp";
  private static final Snippets WITH_TOKEN =
      new Snippets(
          URL,
          Path.of("/home/ada l/token"),
          Optional.of(Path.of("/opt/it's/retinue")),
          Optional.of(Path.of("/srv/data")));
  private static final Snippets OPEN = new Snippets(URL, null, Optional.empty(), Optional.empty());

  @Test
  void commands_are_ready_for_a_shell() {
    assertThat(WITH_TOKEN.lines())
        .contains(
            "Claude Code: claude mcp add --transport http retinue %s --header \"Authorization: Bearer $(cat '/home/ada l/token')\""
                .formatted(URL),
            "Codex:       codex mcp add retinue --url %s --bearer-token-env-var RETINUE_TOKEN"
                .formatted(URL),
            "  with RETINUE_TOKEN in the environment: export RETINUE_TOKEN=\"$(cat '/home/ada l/token')\"",
            "Claude Code: claude mcp add -e RETINUE_DATA=/srv/data retinue -- '/opt/it'\\''s/retinue' mcp",
            "Codex:       codex mcp add --env RETINUE_DATA=/srv/data retinue -- '/opt/it'\\''s/retinue' mcp");
    assertThat(OPEN.lines())
        .contains(
            "Claude Code: claude mcp add --transport http retinue " + URL,
            "Codex:       codex mcp add retinue --url " + URL,
            "Claude Code: claude mcp add retinue -- retinue mcp",
            "Codex:       codex mcp add retinue -- retinue mcp")
        .noneMatch(line -> line.contains("RETINUE_TOKEN"));
  }

  @Test
  void settings_of_editors_are_json() {
    var cursor = json(WITH_TOKEN, "Cursor:");
    assertThat(cursor.getFirst().at("/mcpServers/retinue/url").asString()).isEqualTo(URL);
    assertThat(cursor.getFirst().at("/mcpServers/retinue/headers/Authorization").asString())
        .isEqualTo("Bearer ${env:RETINUE_TOKEN}");
    assertThat(cursor.getLast().at("/mcpServers/retinue/command").asString())
        .isEqualTo("/opt/it's/retinue");
    assertThat(cursor.getLast().at("/mcpServers/retinue/env/RETINUE_DATA").asString())
        .isEqualTo("/srv/data");

    var code = json(OPEN, "VS Code:");
    assertThat(code.getFirst().at("/servers/retinue/type").asString()).isEqualTo("http");
    assertThat(code.getFirst().at("/servers/retinue/headers").isMissingNode()).isTrue();
    assertThat(code.getLast().at("/servers/retinue/type").asString()).isEqualTo("stdio");
    assertThat(code.getLast().at("/servers/retinue/args/0").asString()).isEqualTo("mcp");
  }

  private static List<JsonNode> json(Snippets snippets, String client) {
    var found =
        snippets.lines().stream()
            .filter(line -> line.startsWith(client))
            .map(line -> JsonMapper.shared().readTree(line.substring(client.length())))
            .toList();
    assertThat(found).hasSize(2);
    return found;
  }
}
