package dev.retinue.crash;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The file in which a driver says what it was told is done, a line each, written in one call to
/// the system: what stands there was acknowledged, whatever became of the driver afterwards.
final class Acknowledgements {
  private final FileOutputStream file;

  Acknowledgements(Path path) throws IOException {
    this.file = new FileOutputStream(path.toFile(), true);
  }

  /// One line.
  ///
  /// @param words what it is about: the kind of thing, and mostly a run
  record Line(List<String> words) {
    String kind() {
      return words.getFirst();
    }

    String run() {
      return words.get(1);
    }

    String detail() {
      return words.get(2);
    }
  }

  void say(Object... words) {
    var line = String.join("\t", Stream.of(words).map(Object::toString).toList()) + "\n";
    try {
      file.write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// All lines that were finished.
  static List<Line> read(Path path) throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    var text = Files.readString(path);
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(line -> new Line(List.of(line.split("\t", -1))))
        .toList();
  }
}
