package dev.retinue.cli.paper;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What others want to know before they install Retinue: the manifest of an MCPB bundle, and the
/// entry of the MCP registry.
final class Registration {
  private static final JsonMapper JSON = JsonMapper.shared();

  /// At most a hundred letters: the registry takes no more.
  static final String DESCRIPTION =
      "Delegate work to agents that are durable, budgeted, supervised and visible.";

  private static final String LONG =
      "One MCP server that gives a client a staff of agents: the real claude and codex command lines, agents that think with a model of your choice, and agents in one file.";
  private static final String NEEDS_JAVA =
      " It needs a Java 25 on this machine, which it finds in the usual folders.";
  private static final List<String> PLATFORMS = List.of("darwin", "linux", "win32");

  private final String version;

  Registration(String version) {
    this.version = Objects.requireNonNull(version);
  }

  /// Of the bundle that desktop clients install with a click; what it starts stands in `server`.
  ///
  /// @param only the one platform that it is for, as Node calls it, because a Java for it is in the
  ///   bundle; null where it takes the Java of the machine
  ObjectNode bundle(@Nullable String only) {
    var manifest = JSON.createObjectNode();
    manifest.put("manifest_version", "0.3");
    manifest.put("name", "retinue").put("display_name", "Retinue").put("version", version);
    manifest.put("description", DESCRIPTION);
    manifest.put("long_description", only == null ? LONG + NEEDS_JAVA : LONG);
    manifest.putObject("author").put("name", "The Retinue authors");
    manifest.put("license", "Apache-2.0");
    manifest.putArray("keywords").add("agents").add("delegation").add("supervisor");
    var server = manifest.putObject("server");
    server.put("type", "binary").put("entry_point", "server/retinue");
    var start = server.putObject("mcp_config");
    start.put("command", "${__dirname}/server/retinue").putArray("args").add("mcp");
    start.putObject("env");
    start
        .putObject("platform_overrides")
        .putObject("win32")
        .put("command", "${__dirname}/server/retinue.cmd");
    manifest.put("tools_generated", true).put("prompts_generated", true);
    var platforms = manifest.putObject("compatibility").putArray("platforms");
    (only == null ? PLATFORMS : List.of(only)).forEach(platforms::add);
    return manifest;
  }

  /// For the registry, which takes no version of a bundle but that in its address. Where a release
  /// can be fetched is known only when it is made.
  ///
  /// @param release the address of the bundle; null while there is none
  /// @param digest the SHA-256 of the bundle, in hex
  ObjectNode registry(@Nullable String release, @Nullable String digest) {
    var entry = JSON.createObjectNode();
    entry.put(
        "$schema", "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json");
    entry.put("name", "dev.retinue/retinue").put("title", "Retinue");
    entry.put("description", DESCRIPTION).put("version", version);
    if (release != null && digest != null) {
      var bundle = entry.putArray("packages").addObject();
      bundle.put("registryType", "mcpb").put("identifier", release);
      bundle.put("fileSha256", digest).putObject("transport").put("type", "stdio");
    }
    return entry;
  }
}
