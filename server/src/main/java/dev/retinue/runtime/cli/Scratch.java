package dev.retinue.runtime.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The private folder of a run: what its program hears and writes, and its temporary files. It is
/// removed when nothing of the run is left.
final class Scratch implements AutoCloseable {
  private static final int TAIL = 2000;

  private final Path folder;

  private Scratch(Path folder) {
    this.folder = folder;
  }

  /// @param processes the folder of all of them
  static Scratch of(Path processes, Run run) {
    var folder = processes.resolve(run.id() + "-" + run.tenure().epoch());
    try {
      Removal.of(folder);
      Files.createDirectories(folder.resolve("tmp"));
      Files.createDirectories(folder.resolve("work"));
      return new Scratch(folder);
    } catch (IOException e) {
      throw trouble(folder, e);
    }
  }

  Path folder() {
    return folder;
  }

  Path temporary() {
    return folder.resolve("tmp");
  }

  /// Where it works if nobody said where.
  Path work() {
    return folder.resolve("work");
  }

  Path input() {
    return folder.resolve("in");
  }

  Path output() {
    return folder.resolve("out");
  }

  Path errors() {
    return folder.resolve("err");
  }

  void write(Map<Path, String> files, String input) {
    try {
      Files.writeString(input(), input);
      for (var file : files.entrySet()) {
        PrivateFile.write(file.getKey(), file.getValue());
      }
      Files.createFile(output());
      Files.createFile(errors());
    } catch (IOException e) {
      throw trouble(folder, e);
    }
  }

  /// The end of what it wrote beside its output.
  String lastErrors() {
    try (var in = new RandomAccessFile(errors().toFile(), "r")) {
      in.seek(Math.max(0, in.length() - TAIL));
      var bytes = new byte[TAIL];
      int count = Math.max(0, in.read(bytes));
      return new String(bytes, 0, count, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    try {
      Removal.of(folder);
    } catch (IOException e) {
      throw trouble(folder, e);
    }
  }

  private static RetinueException trouble(Path folder, IOException cause) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "The folder %s of a run cannot be used: %s".formatted(folder.getFileName(), cause),
        cause);
  }
}
