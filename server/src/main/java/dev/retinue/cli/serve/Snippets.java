package dev.retinue.cli.serve;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What to tell known clients, ready to be copied: over HTTP, and over standard streams. The token
/// never stands in it, only where it is.
///
/// @param url of the MCP endpoint
/// @param token the file of the token; null where none is needed
/// @param launcher what starts Retinue, if that is known
/// @param data the data directory, where it is not the usual one
public record Snippets(
    String url, @Nullable Path token, Optional<Path> launcher, Optional<Path> data) {
  private static final String VARIABLE = "RETINUE_TOKEN";
  private static final JsonMapper JSON = JsonMapper.shared();

  public List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add("Claude Code: " + claudeHttp());
    lines.add("Codex:       " + codexHttp());
    lines.add("Cursor:      " + cursorHttp());
    lines.add("VS Code:     " + codeHttp());
    if (token != null) {
      lines.add("  with %s in the environment: export %s".formatted(VARIABLE, exported()));
    }
    lines.add(
        "Or over standard streams, where the client starts Retinue itself and needs no token:");
    lines.add(
        "Claude Code: claude mcp add %sretinue -- %s mcp".formatted(env("-e "), quoted(program())));
    lines.add(
        "Codex:       codex mcp add %sretinue -- %s mcp"
            .formatted(env("--env "), quoted(program())));
    lines.add("Cursor:      " + json("mcpServers", stdio(JSON.createObjectNode())));
    lines.add(
        "VS Code:     " + json("servers", stdio(JSON.createObjectNode().put("type", "stdio"))));
    return List.copyOf(lines);
  }

  private String claudeHttp() {
    var header =
        token == null
            ? ""
            : " --header \"Authorization: Bearer $(cat %s)\"".formatted(quoted(token.toString()));
    return "claude mcp add --transport http retinue %s%s".formatted(url, header);
  }

  private String codexHttp() {
    return "codex mcp add retinue --url %s%s"
        .formatted(url, token == null ? "" : " --bearer-token-env-var " + VARIABLE);
  }

  private String exported() {
    return "%s=\"$(cat %s)\"".formatted(VARIABLE, quoted(String.valueOf(token)));
  }

  private String cursorHttp() {
    return json("mcpServers", http(JSON.createObjectNode()));
  }

  private String codeHttp() {
    return json("servers", http(JSON.createObjectNode().put("type", "http")));
  }

  private ObjectNode http(ObjectNode server) {
    server.put("url", url);
    if (token != null) {
      server.putObject("headers").put("Authorization", "Bearer ${env:%s}".formatted(VARIABLE));
    }
    return server;
  }

  private ObjectNode stdio(ObjectNode server) {
    server.put("command", program());
    server.putArray("args").add("mcp");
    data.ifPresent(folder -> server.putObject("env").put("RETINUE_DATA", folder.toString()));
    return server;
  }

  private static String json(String list, ObjectNode server) {
    var root = JSON.createObjectNode();
    root.putObject(list).set("retinue", server);
    return root.toString();
  }

  private String env(String option) {
    return data.map(folder -> option + quoted("RETINUE_DATA=" + folder) + " ").orElse("");
  }

  private String program() {
    return launcher.map(Path::toString).orElse("retinue");
  }

  /// One word for every shell.
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
