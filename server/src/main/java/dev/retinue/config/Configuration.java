package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.YamlDocument;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything that is configured, read once and right.
public record Configuration(ConfiguredStaff staff) {

  /// What the file says that is named, or else found where configurations are; without a file
  /// nothing is configured.
  ///
  /// @param named what `--config` names
  /// @param runtimes the names of the runtimes that agents can have
  public static Configuration read(
      @Nullable Path named, Map<String, String> environment, Set<String> runtimes) {
    var file = ConfigFile.find(named, environment);
    return file.map(path -> read(path, runtimes))
        .orElseGet(() -> new Configuration(new ConfiguredStaff(List.of())));
  }

  static Configuration read(Path file, Set<String> runtimes) {
    var folder = file.toAbsolutePath().normalize().getParent();
    var shape = shape(runtimes, folder == null ? file.toAbsolutePath() : folder);
    var bytes = BoundedFile.read(file, YamlDocument.MOST_BYTES);
    return parse(file.toString(), bytes, shape);
  }

  /// @param file how sentences name the file
  static Configuration parse(String file, byte[] bytes, Shape<Configuration> shape) {
    var mistakes = new Mistakes(file);
    var configuration =
        YamlDocument.parse(bytes, mistakes)
            .map(root -> shape.read(Spot.root(root, mistakes)))
            .orElseGet(() -> Optional.of(shape.make(Values.none(""))));
    mistakes.throwIfAny();
    return configuration.orElseThrow();
  }

  static Shape<Configuration> shape(Set<String> runtimes, Path folder) {
    var staff = StaffSection.key(runtimes, folder);
    return new Shape<>(
        List.of(staff), values -> new Configuration(new ConfiguredStaff(values.require(staff))));
  }
}
