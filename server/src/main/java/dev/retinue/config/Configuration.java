package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Mapping;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything that is configured, read once and right.
///
/// @param file what was read, if there was anything
/// @param effective every setting as it counts, and who says so
/// @param warnings sentences about what looks like a setting and is none
public record Configuration(
    ConfiguredStaff staff,
    Settings settings,
    Optional<Path> file,
    List<Setting> effective,
    List<String> warnings) {

  /// Who says what this setting is.
  public Optional<String> origin(String key) {
    return effective.stream().filter(it -> it.key().equals(key)).map(Setting::origin).findFirst();
  }

  /// What the file says that is named, or else found where configurations are; what the environment
  /// says above it; and what the options say above both. All three have to be right.
  public static Configuration read(Sources sources, Known known) {
    var file = ConfigFile.find(sources.named(), sources.environment());
    var reader =
        new Reader(
            file, Layout.of(known, folder(file, sources.environment()), sources.environment()));
    var bytes = file.map(path -> BoundedFile.read(path, YamlDocument.MOST_BYTES));
    return reader.read(bytes.orElse(new byte[0]), sources);
  }

  /// The file and the environment alone.
  public static Configuration read(
      @Nullable Path named, Map<String, String> environment, Set<String> runtimes) {
    return read(
        new Sources(named, environment, List.of()), new Known(runtimes, Set.of(), Set.of()));
  }

  /// Other files are looked for beside the file; without one, where it would be.
  private static Path folder(Optional<Path> file, Map<String, String> environment) {
    return file.or(() -> ConfigFile.usual(environment))
        .map(path -> path.toAbsolutePath().normalize())
        .map(path -> path.getParent() == null ? path : path.getParent())
        .orElse(Path.of("/"));
  }

  /// Reads one file with what stands above it.
  record Reader(Optional<Path> file, String name, Layout layout) {
    Reader(Optional<Path> file, Layout layout) {
      this(file, file.map(Path::toString).orElse("the configuration"), layout);
    }

    Configuration read(byte[] bytes, Sources sources) {
      var mistakes = new Mistakes(name);
      var leaves = Leaf.of(layout.shape());
      var root =
          YamlDocument.parse(bytes, mistakes)
              .orElseGet(() -> new Mapping(Position.START, List.of(), 1));
      var parts = parts(root, mistakes);
      var variables = Variables.given(sources.environment(), leaves);
      for (var given : List.of(variables, sources.options())) {
        if (!given.isEmpty()) {
          root = Above.the(root, given, leaves);
          parts = parts(root, mistakes);
        }
      }
      mistakes.throwIfAny();
      var tree = root;
      return new Configuration(
          new ConfiguredStaff(parts.orElseThrow().staff()),
          parts.orElseThrow().settings(),
          file,
          leaves.stream().map(leaf -> leaf.setting(tree, name)).toList(),
          Variables.unknown(sources.environment(), leaves));
    }

    private Optional<Layout.Parts> parts(YamlNode root, Mistakes mistakes) {
      var parts = layout.shape().read(Spot.root(root, mistakes));
      parts.ifPresent(it -> new Fallbacks(it.staff()).check(root, mistakes));
      parts.ifPresent(
          it ->
              new AgentTools(it.settings().supervision().toolServers())
                  .check(it.staff(), root, mistakes));
      parts.ifPresent(it -> models(it).check(root, mistakes));
      return parts;
    }

    private ModelNames models(Layout.Parts parts) {
      return new ModelNames(
          parts.staff(), layout.providers(), parts.settings().thinking().providers());
    }
  }
}
