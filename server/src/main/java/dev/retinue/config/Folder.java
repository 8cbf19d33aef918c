package dev.retinue.config;

import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Roots;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A folder that is there, as it really is: links are followed once, when the configuration is
/// read.
///
/// @param home what `~` stands for, where the system tells
record Folder(@Nullable Path home) implements Kind<Path> {
  @Override
  public String expected() {
    return "the absolute path of a folder; '~' is your own";
  }

  @Override
  public Optional<Path> read(Spot spot) {
    if (!(spot.node() instanceof Scalar scalar)) {
      return spot.refuse(expected(), "");
    }
    // The tilde alone is YAML's word for nothing, and everybody's word for home.
    var path = scalar.isNothing() && !scalar.text().equals("~") ? null : path(scalar.text());
    if (path == null || !path.isAbsolute()) {
      return spot.refuse(expected(), scalar.isNothing() ? "give it a value, or remove it" : "");
    }
    if (!Files.isDirectory(path)) {
      return missing(spot, scalar);
    }
    try {
      return Optional.of(Roots.of(List.of(path), home).allowed().getFirst());
    } catch (RetinueException e) {
      return tooWide(spot, scalar);
    }
  }

  private static Optional<Path> tooWide(Spot spot, Scalar scalar) {
    return spot.note(
        spot.node().at(),
        "%s names %s, which is refused, because all that is yours is in it"
            .formatted(spot.phrase(), Quoted.of(scalar.text())),
        "name folders inside of it");
  }

  private static Optional<Path> missing(Spot spot, Scalar scalar) {
    return spot.note(
        spot.node().at(),
        "%s names %s, which is no folder that can be reached"
            .formatted(spot.phrase(), Quoted.of(scalar.text())),
        "create it, or remove it here");
  }

  private @Nullable Path path(String text) {
    try {
      boolean below = text.equals("~") || text.startsWith("~/");
      if (below && home != null) {
        return home.resolve(text.substring(Math.min(2, text.length())));
      }
      return Path.of(text);
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
