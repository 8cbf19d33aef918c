package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.config.yaml.YamlText;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// Text in a file of its own beside the configuration: read when the configuration is, and never
/// from outside of its folder.
///
/// @param folder the folder of the configuration
record InstructionsFile(Path folder) implements Kind<String> {
  static final int MOST_BYTES = 256 * 1024;

  @Override
  public String expected() {
    return "the path of a file inside the folder of the configuration";
  }

  @Override
  public Optional<String> read(Spot spot) {
    if (!(spot.node() instanceof Scalar scalar) || !scalar.isText() || scalar.text().isBlank()) {
      return spot.refuse(expected(), "");
    }
    var inside = findInside(scalar.text());
    return inside.isPresent()
        ? content(spot, scalar.text(), inside.get())
        : spot.refuse(expected(), "move it there, and name it from there");
  }

  /// The path as it is written; links are looked at when it is opened.
  private Optional<Path> findInside(String written) {
    try {
      var path = Path.of(written);
      boolean inside = !path.isAbsolute() && folder.resolve(path).normalize().startsWith(folder);
      return inside ? Optional.of(path) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Optional<String> content(Spot spot, String written, Path path) {
    try {
      var home = folder.toRealPath();
      var file = home.resolve(path).toRealPath();
      if (!file.startsWith(home)) {
        return spot.refuse(expected(), "it is a link that leads out of it");
      }
      var text = YamlText.of(BoundedFile.read(file, MOST_BYTES), new Mistakes(file.toString()));
      return Optional.of(text.replace("\r\n", "\n"));
    } catch (IOException e) {
      return spot.note(
          spot.node().at(),
          "%s names %s, which is not there".formatted(spot.phrase(), Quoted.of(written)),
          "create it in '%s'".formatted(folder));
    } catch (RetinueException e) {
      spot.mistakes().add(spot.node().at(), Shape.insideASentence(e));
      return Optional.empty();
    }
  }
}
