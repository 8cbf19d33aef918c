package dev.retinue.cli.exec;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/// Where what was made of one file is kept. The launcher reads it, with nothing but a shell: first
/// `prepared`, a line each for the folder of what was made, its main class and its sources; then in
/// that folder a stamp per source, as old as the source was, `agent.jar` and `agent.aot`.
///
/// @param folder of this file
record Prepared(Path folder) {
  private static final String LIST = "prepared";

  /// @param file with its whole path: the folders are the same
  /// @param root of all
  static Prepared of(Path file, Path root) {
    return new Prepared(root.resolve(file.getRoot().relativize(file)).resolve("@"));
  }

  /// Whoever looks sees all of it, or what was there before.
  ///
  /// @return the folder of what was made
  Path write(Compiled compiled) throws IOException {
    Files.createDirectories(folder);
    var made = folder.resolve(compiled.digest());
    if (!Files.exists(made.resolve("agent.jar"))) {
      make(compiled, made);
    }
    stamp(compiled, made);
    var lines = new ArrayList<>(List.of(compiled.digest(), compiled.main()));
    compiled.sources().forEach(source -> lines.add(source.file().toString()));
    var beside = Files.createTempFile(folder, ".", ".new");
    try {
      Files.write(beside, lines);
      Files.move(
          beside,
          folder.resolve(LIST),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(beside);
    }
    return made;
  }

  private void make(Compiled compiled, Path made) throws IOException {
    var draft = Files.createTempDirectory(folder, "draft");
    try {
      try (var out = Files.newOutputStream(draft.resolve("agent.jar"))) {
        jar(compiled, out);
      }
      stamp(compiled, draft);
      Files.move(draft, made, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException _) {
      // Somebody else made the same.
    } finally {
      Sweep.delete(draft);
    }
  }

  private static void jar(Compiled compiled, OutputStream out) throws IOException {
    try (var jar = new JarOutputStream(out)) {
      for (var entry : compiled.classes().entrySet()) {
        jar.putNextEntry(new JarEntry(entry.getKey().replace('.', '/') + ".class"));
        jar.write(entry.getValue());
      }
    }
  }

  private static void stamp(Compiled compiled, Path made) throws IOException {
    int number = 0;
    for (var source : compiled.sources()) {
      var stamp = made.resolve(Integer.toString(number++));
      if (!Files.exists(stamp)) {
        Files.write(stamp, new byte[0]);
      }
      Files.setLastModifiedTime(stamp, source.modified());
    }
  }
}
