package dev.retinue.config;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where the configuration is.
final class ConfigFile {
  private static final String VARIABLE = "RETINUE_CONFIG";
  private static final Path USUAL = Path.of("retinue", "retinue.yaml");

  private ConfigFile() {}

  /// The file that `--config` names, else the one that `RETINUE_CONFIG` names, else the usual one
  /// if it is there.
  static Optional<Path> find(@Nullable Path named, Map<String, String> environment) {
    if (named != null) {
      return Optional.of(required(named, "--config"));
    }
    var variable = value(environment, VARIABLE);
    if (variable.isPresent()) {
      return Optional.of(required(Path.of(variable.get()), VARIABLE));
    }
    // A link that leads nowhere is there: somebody wanted a configuration.
    return usual(environment).filter(file -> !Files.notExists(file, LinkOption.NOFOLLOW_LINKS));
  }

  private static Path required(Path file, String by) {
    if (Files.notExists(file)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "There is no file '%s', which %s names: create it, or name another.".formatted(file, by));
    }
    return file;
  }

  /// Where it usually is. The specification of `XDG_CONFIG_HOME` wants a relative one ignored.
  static Optional<Path> usual(Map<String, String> environment) {
    return value(environment, "XDG_CONFIG_HOME")
        .map(Path::of)
        .filter(Path::isAbsolute)
        .or(() -> value(environment, "HOME").map(home -> Path.of(home, ".config")))
        .map(folder -> folder.resolve(USUAL));
  }

  private static Optional<String> value(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }
}
