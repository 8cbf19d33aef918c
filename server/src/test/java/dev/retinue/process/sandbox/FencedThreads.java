package dev.retinue.process.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Which of our own threads are inside of a fence.
final class FencedThreads {
  private FencedThreads() {}

  /// The names of our threads that can gain nothing: the fence goes with that.
  static List<String> names() throws IOException {
    var names = new ArrayList<String>();
    try (var tasks = Files.list(Path.of("/proc/self/task"))) {
      for (var task : tasks.toList()) {
        try {
          var name = Files.readString(task.resolve("comm")).strip();
          if (Files.readString(task.resolve("status")).contains("NoNewPrivs:\t1")) {
            names.add(name);
          }
        } catch (java.nio.file.NoSuchFileException e) {
          // It has just ended.
        }
      }
    }
    return names;
  }
}
