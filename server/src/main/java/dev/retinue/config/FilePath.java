package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a file is. Whether it is there is seen when it is needed: it may be replaced meanwhile.
///
/// @param home what `~` stands for, where the system tells
record FilePath(@Nullable Path home) implements Kind<Path> {
  @Override
  public String expected() {
    return "the absolute path of a file";
  }

  @Override
  public Optional<Path> read(Spot spot) {
    if (!(spot.node() instanceof Scalar scalar) || !scalar.isText()) {
      return spot.refuse(expected(), "");
    }
    try {
      var text = scalar.text();
      var path =
          home != null && text.startsWith("~/") ? home.resolve(text.substring(2)) : Path.of(text);
      return path.isAbsolute() ? Optional.of(path) : spot.refuse(expected(), "");
    } catch (InvalidPathException e) {
      return spot.refuse(expected(), "");
    }
  }
}
