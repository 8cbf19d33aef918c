package dev.retinue.process.sandbox;

import dev.retinue.process.Limiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Keeps a program from beginning until it is in its control group: a lock that we hold, and that
/// stands before its command. It opens by itself if we die.
final class Gate {
  static final Gate NONE = new Gate(List.of(), -1);

  /// Without waiting for anybody.
  private static final int LOCK = 2 | 4;

  private static final int UNLOCK = 8;

  private final List<String> words;
  private int number;

  private Gate(List<String> words, int number) {
    this.words = words;
    this.number = number;
  }

  /// Where the system has none, a program may begin a moment too early.
  static Gate in(Path folder, Map<String, String> environment) {
    var flock = Limiter.find("flock", environment);
    try {
      if (flock.isEmpty()) {
        return NONE;
      }
      var file = folder.resolve(".gate");
      if (!Files.exists(file)) {
        Files.createFile(file);
      }
      int number = Kernel.read(file);
      if (number < 0 || !Kernel.lock(number, LOCK)) {
        return NONE;
      }
      return new Gate(List.of(flock.get(), "--no-fork", file.toString()), number);
    } catch (IOException | IllegalStateException e) {
      return NONE;
    }
  }

  List<String> words() {
    return words;
  }

  /// Lets it begin. The lock goes, and not only our hold of it, which others may have inherited.
  synchronized void open() {
    if (number >= 0) {
      Kernel.lock(number, UNLOCK);
      Kernel.close(number);
      number = -1;
    }
  }
}
