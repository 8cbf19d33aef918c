package dev.retinue.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The environments of other processes. One after the other is read into the same place, because
/// all of them are looked at whenever a run ends.
final class Environs {
  private final byte[] place = new byte[32 * 1024];

  /// The variables of a process if this text stands among them, as bytes; else none. Zombies have
  /// no environment any more.
  List<String> of(Path process, String text) {
    var file = process.resolve("environ");
    try (var in = new FileInputStream(file.toFile())) {
      int length = Math.max(0, in.readNBytes(place, 0, place.length));
      var start = new String(place, 0, length, StandardCharsets.ISO_8859_1);
      var all = length < place.length ? start : Files.readString(file, StandardCharsets.ISO_8859_1);
      return all.contains(text) ? List.of(all.split("\0", -1)) : List.of();
    } catch (IOException e) {
      // Gone, or another user's: not ours.
      return List.of();
    }
  }
}
