package dev.retinue.launcher;

import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.util.List;

/// The classes that a start loaded, and where each came from, by the JVM's own account.
record Classes(List<String> lines) {

  /// Runs the program and listens to its JVM. (The last word on its flags is this variable's.)
  static Classes loadedBy(Program program, Path log) {
    program.with("_JAVA_OPTIONS", "-Xlog:class+load:file=" + log).run();
    return new Classes(Repository.text(log).lines().toList());
  }

  boolean fromCache(String type) {
    return lines.stream()
        .anyMatch(line -> line.contains(" " + type + " source: shared objects file"));
  }

  boolean fromJar(String type) {
    return lines.stream()
        .anyMatch(line -> line.contains(" " + type + " source: ") && line.contains("retinue.jar"));
  }
}
