package dev.retinue.cli.daemon;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// What a daemon says that has no terminal: in a file of the data directory, which nobody else can
/// enter. The file of the daemons before is kept once.
record DaemonLog(Path file) {
  private static final long LARGE = 1 << 20;
  private static final int TAIL_BYTES = 4096;

  static DaemonLog in(Path folder) {
    return new DaemonLog(folder.resolve("daemon.log"));
  }

  /// Makes room where there is much already.
  void rotate() {
    try {
      if (Files.exists(file) && Files.size(file) > LARGE) {
        var former = file.resolveSibling(file.getFileName() + ".1");
        Files.move(file, former, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException _) {
      // A long log is better than no daemon.
    }
  }

  long size() {
    return file.toFile().length();
  }

  /// The last lines that were written after this many bytes, at most so many.
  List<String> lastLines(long from, int most) {
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(Math.clamp(in.length() - TAIL_BYTES, Math.min(from, in.length()), in.length()));
      var bytes = new byte[TAIL_BYTES];
      int read = Math.max(in.read(bytes), 0);
      var lines = new String(bytes, 0, read, StandardCharsets.UTF_8).strip().lines().toList();
      return lines.subList(Math.max(0, lines.size() - most), lines.size());
    } catch (IOException _) {
      return List.of();
    }
  }
}
