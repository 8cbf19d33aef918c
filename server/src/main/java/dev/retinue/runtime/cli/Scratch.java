package dev.retinue.runtime.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.process.Removal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The private folder of a run: what its program hears and writes, and its temporary files. It is
/// removed when nothing of the run is left.
final class Scratch implements AutoCloseable {
  private static final int TAIL = 2000;

  private final Path folder;
  private @Nullable Tail said;
  private @Nullable Tail complained;

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
      // Before it begins: later it may put something else there.
      said = new Tail(output(), 0);
      complained = new Tail(errors(), 0);
    } catch (IOException e) {
      throw trouble(folder, e);
    }
  }

  /// The end of what it wrote beside its output.
  String lastErrors() {
    return complained == null ? "" : complained.end(TAIL);
  }

  /// What it says.
  Tail said() {
    return Objects.requireNonNull(said, "nothing was made ready for it");
  }

  /// What it writes beside that.
  Tail complained() {
    return Objects.requireNonNull(complained, "nothing was made ready for it");
  }

  @Override
  public void close() {
    if (said != null) {
      said.close();
    }
    if (complained != null) {
      complained.close();
    }
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
