package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The configuration that all agents of one person share, `config.json`. Where it is missing or
/// cannot be read it is empty. `SFA_<SECTION>_<KEY>` of the environment says more than the file.
final class Configuration {
  private static final int LARGEST = 1024 * 1024;

  private final Path file;
  private final boolean isReadable;
  private final ObjectNode tree;
  private final Map<String, String> env;

  private Configuration(Path file, @Nullable ObjectNode tree, Map<String, String> env) {
    this.file = file;
    this.isReadable = tree != null;
    this.tree = tree == null ? Json.object() : tree;
    this.env = env;
  }

  static Configuration read(World world, Consumer<String> warn) {
    var given = world.env().get("SFA_CONFIG");
    var file =
        given == null || given.isBlank()
            ? world.home().resolve(".config/single-file-agents/config.json")
            : world.directory().resolve(given);
    return new Configuration(file, tree(file, warn), world.env());
  }

  /// Nothing, where the file is there and cannot be read.
  private static @Nullable ObjectNode tree(Path file, Consumer<String> warn) {
    try {
      if (Files.size(file) > LARGEST) {
        warn.accept("%s is larger than 1 MiB, and was not read".formatted(file));
      } else if (Json.WIRE.readTree(Files.readAllBytes(file)) instanceof ObjectNode object) {
        return object;
      } else {
        warn.accept("%s is no JSON object, and counts as empty".formatted(file));
      }
    } catch (NoSuchFileException e) {
      // Nobody needs to have one.
      return Json.object();
    } catch (IOException | JacksonException e) {
      // Not its message: that may repeat what stands there, and keys do.
      warn.accept("%s cannot be read as JSON, and counts as empty".formatted(file));
    }
    return null;
  }

  Path file() {
    return file;
  }

  /// Refuses to have the file written over by who could not read it.
  void requireReadable() {
    if (!isReadable) {
      throw new AgentException(
          ExitCode.USAGE,
          "%s cannot be read, and is left as it is; mend it first.".formatted(file));
    }
  }

  /// A copy of all that stands in the file.
  ObjectNode whole() {
    return tree.deepCopy();
  }

  Optional<String> apiKey(String provider) {
    return value("apiKeys", provider);
  }

  Optional<String> model(String key) {
    return value("models", key);
  }

  Optional<String> defaults(String key) {
    return value("defaults", key);
  }

  private Optional<String> value(String section, String key) {
    return override(section, key).or(() -> text(tree.path(section).path(key)));
  }

  /// What the environment says of a key.
  Optional<String> override(String section, String key) {
    var variable = "SFA_%s_%s".formatted(section, key.replaceAll("[^A-Za-z0-9]", "_"));
    return Optional.ofNullable(env.get(variable.toUpperCase(Locale.ROOT)))
        .filter(it -> !it.isBlank());
  }

  /// What stands in the namespace of one agent.
  Optional<String> ofAgent(String agent, String key) {
    return text(tree.path("agents").path(agent).path(key));
  }

  /// Variables of the environment that the file has: for the agent, and for all.
  Map<String, String> environment(String agent) {
    var all = new HashMap<String, String>();
    addTexts(all, tree.path("defaults").path("env"));
    addTexts(all, tree.path("agents").path(agent).path("env"));
    return all;
  }

  private static void addTexts(Map<String, String> all, JsonNode pairs) {
    pairs
        .propertyStream()
        .forEach(it -> text(it.getValue()).ifPresent(v -> all.put(it.getKey(), v)));
  }

  Optional<String> logFile() {
    return text(tree.path("logging").path("file"));
  }

  long logSize() {
    var logging = tree.path("logging");
    long megabyte = 1024 * 1024;
    if (logging.path("maxSizeMB").isNumber()) {
      return Math.max(1, (long) (logging.path("maxSizeMB").asDouble() * megabyte));
    }
    var size = logging.path("maxSize");
    if (size.isNumber()) {
      return Math.max(1, size.asLong());
    }
    var words = text(size).orElse("").strip().toUpperCase(Locale.ROOT);
    return words.matches("\\d{1,6} ?MB?")
        ? Long.parseLong(words.replaceAll("\\D", "")) * megabyte
        : 50 * megabyte;
  }

  int logsKept() {
    var logging = tree.path("logging");
    var kept =
        logging.has("retainFiles") ? logging.path("retainFiles") : logging.path("retainCount");
    return kept.isNumber() ? Math.clamp(kept.asLong(), 0, 1000) : 5;
  }

  Optional<String> contextStore() {
    return text(tree.path("contextStore").path("path"));
  }

  private static Optional<String> text(JsonNode node) {
    return node.isString() || node.isNumber() || node.isBoolean()
        ? Optional.of(node.asString()).filter(it -> !it.isBlank())
        : Optional.empty();
  }
}
