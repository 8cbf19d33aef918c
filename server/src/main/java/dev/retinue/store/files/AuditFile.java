package dev.retinue.store.files;

import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.port.AuditLog;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// A copy of the audit trail as lines of JSON, which somebody follows. It goes on where its last
/// line ends, so that nothing is written twice or left out, whoever was killed.
public final class AuditFile {
  private static final int AT_ONCE = 500;
  private static final int LONGEST_LINE = 64 << 10;

  private final AuditLog log;
  private final Path file;
  private final long largest;
  private long last = -1;

  /// @param largest when it is put aside, in bytes
  public AuditFile(AuditLog log, Path file, long largest) {
    this.log = log;
    this.file = file;
    this.largest = largest;
  }

  /// Adds what is new, and says how many lines that were.
  public synchronized int catchUp() throws IOException {
    if (last < 0 || !Files.exists(file)) {
      last = lastNumber();
    }
    int written = 0;
    List<AuditLine> more;
    do {
      more = log.after(last, AT_ONCE);
      if (!more.isEmpty()) {
        write(more);
        written += more.size();
      }
    } while (more.size() == AT_ONCE);
    return written;
  }

  private void write(List<AuditLine> lines) throws IOException {
    if (Files.exists(file) && file.toFile().length() >= largest) {
      Files.move(file, aside(), StandardCopyOption.REPLACE_EXISTING);
    }
    if (!Files.exists(file)) {
      PrivateFiles.createNew(file, PrivateFiles.FILE);
    }
    var text = new StringBuilder();
    lines.forEach(line -> text.append(line.text()).append('\n'));
    try (var out = new FileOutputStream(file.toFile(), true)) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    last = lines.getLast().entry().number();
  }

  private Path aside() {
    return file.resolveSibling(file.getFileName() + ".1");
  }

  /// The number of the last whole line; what a killed process left of another is cut off.
  private long lastNumber() throws IOException {
    long here = Files.exists(file) ? lastNumber(file) : 0;
    long told = here == 0 && Files.exists(aside()) ? lastNumber(aside()) : here;
    // A trail that came back from a backup goes on where that ends.
    var newest = log.page(new AuditLog.Query(null, null, null, null, null, null, 1)).lines();
    return newest.isEmpty() ? 0 : Math.min(told, newest.getFirst().entry().number());
  }

  private static long lastNumber(Path file) throws IOException {
    try (var open = new RandomAccessFile(file.toFile(), "rw")) {
      long from = Math.max(0, open.length() - 2L * LONGEST_LINE);
      var bytes = new byte[Math.toIntExact(open.length() - from)];
      open.seek(from);
      open.readFully(bytes);
      var text = new String(bytes, StandardCharsets.ISO_8859_1);
      int end = text.lastIndexOf('\n');
      open.setLength(from + end + 1);
      var lines = text.substring(0, end + 1).split("\n", -1);
      for (int i = lines.length - 1; i >= 0; i--) {
        var line =
            AuditLine.read(
                new String(lines[i].getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
        if (line.isPresent()) {
          return line.get().entry().number();
        }
      }
      return 0;
    }
  }
}
