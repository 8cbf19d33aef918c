package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.core.RetinueException;
import dev.retinue.core.tool.ToolServer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// MCP servers in a JSON file as other programs have it: `mcpServers` and the servers below it, or
/// the servers alone.
///
/// @param folder the folder of the configuration
/// @param home what `~` stands for, where the system tells
record McpConfigFile(Path folder, @Nullable Path home) implements Kind<McpConfigFile.Found> {
  static final String USUAL = "mcp_config.json";

  private static final String SERVERS = "mcpServers";

  /// How it is reached: other programs want it said.
  private enum Type {
    STDIO,
    HTTP,
    STREAMABLE_HTTP
  }

  private static final Key<Type> TYPE =
      Key.optional("type", Kinds.oneOf(Type.class), "How it is reached.");
  private static final Key<Boolean> DISABLED =
      Key.of("disabled", Kinds.truth(), false, "Whether it is left out.");

  /// What was found in a file.
  ///
  /// @param path null where there is none
  record Found(@Nullable Path path, List<ToolServer> servers) {
    static final Found NOTHING = new Found(null, List.of());

    Found {
      servers = List.copyOf(servers);
    }
  }

  @Override
  public String expected() {
    return "the path of a JSON file";
  }

  @Override
  public String written(Found value) {
    return String.valueOf(value.path());
  }

  @Override
  public Optional<Found> read(Spot spot) {
    if (!(spot.node() instanceof Scalar scalar) || !scalar.isText() || scalar.text().isBlank()) {
      return spot.refuse(expected(), "");
    }
    try {
      var file = path(scalar.text());
      if (Files.notExists(file)) {
        return spot.note(
            scalar.at(),
            "%s names %s, which is not there".formatted(spot.phrase(), Quoted.of(scalar.text())),
            "create it, or name another");
      }
      return Optional.of(read(file));
    } catch (InvalidPathException e) {
      return spot.refuse(expected(), "");
    } catch (RetinueException e) {
      e.getMessage().lines().forEach(line -> spot.mistakes().add(scalar.at(), line));
      return Optional.empty();
    }
  }

  private Path path(String text) {
    return home != null && text.startsWith("~/")
        ? home.resolve(text.substring(2))
        : folder.resolve(text);
  }

  /// The one that stands beside the configuration, if there is one.
  Found beside() {
    var file = folder.resolve(USUAL);
    return Files.isRegularFile(file) ? read(file) : Found.NOTHING;
  }

  private Found read(Path file) {
    var mistakes = new Mistakes(file.toString());
    // JSON is YAML, but for tabs between its values; inside of them it has none.
    var bytes = BoundedFile.read(file, YamlDocument.MOST_BYTES);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\t') {
        bytes[i] = ' ';
      }
    }
    var root = YamlDocument.parse(bytes, mistakes);
    var servers =
        root.flatMap(it -> members().read(spot(servers(it), mistakes))).orElseGet(List::of);
    mistakes.throwIfAny();
    return new Found(file, servers.stream().flatMap(Optional::stream).toList());
  }

  private static YamlNode servers(YamlNode root) {
    return root instanceof Mapping mapping
        ? mapping.entries().stream()
            .filter(entry -> entry.key().text().equals(SERVERS))
            .map(YamlNode.Entry::value)
            .findFirst()
            .orElse(root)
        : root;
  }

  private static Spot spot(YamlNode node, Mistakes mistakes) {
    var quoted = Quoted.of(SERVERS);
    return new Spot(SERVERS, quoted, quoted, node.at(), node, mistakes);
  }

  private Members<Optional<ToolServer>> members() {
    Key<Path> directory = Key.optional("cwd", new Folder(home), "Where its program works.");
    var keys =
        List.<Key<?>>of(
            ToolServersSection.COMMAND,
            ToolServersSection.ARGUMENTS,
            ToolServersSection.ENVIRONMENT,
            directory,
            ToolServersSection.URL,
            ToolServersSection.HEADERS,
            TYPE,
            DISABLED);
    var shape =
        new Shape<Optional<ToolServer>>(
            keys,
            values ->
                values.require(DISABLED)
                    ? Optional.empty()
                    : Optional.of(
                        new ToolServer(
                            values.name(),
                            ToolServersSection.reach(
                                values, values.find(directory).orElse(null)))));
    return new Members<>(ToolServersSection.exclusive(shape, directory), ToolServer::checkName);
  }
}
