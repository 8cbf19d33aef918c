package dev.retinue.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What the system says of a process in one line.
///
/// @param state one letter; `Z` is one that has ended and was not yet looked after
/// @param ticks of the machine's clock at its beginning
record Stat(char state, long group, long session, long ticks) {
  static Optional<Stat> of(long pid) {
    try {
      var line = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
      // The second field is a name in brackets that may hold anything; the third follows it.
      var rest = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      return Optional.of(
          new Stat(
              rest[0].charAt(0),
              Long.parseLong(rest[2]),
              Long.parseLong(rest[3]),
              Long.parseLong(rest[19])));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
