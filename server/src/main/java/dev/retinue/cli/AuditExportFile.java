package dev.retinue.cli;

import dev.retinue.cli.text.Reasons;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.ChainCheck;
import dev.retinue.store.AuditTrail;
import dev.retinue.store.files.PrivateFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The audit trail in a file: one line that says what follows, and one for each entry.
final class AuditExportFile {
  private static final String WHAT = "retinue audit";
  private static final int LONGEST_LINE = 1 << 20;
  private static final JsonMapper JSON = JsonMapper.shared();

  private AuditExportFile() {}

  /// The first line.
  ///
  /// @param after the number before the first entry
  /// @param previous the hash before the first entry
  /// @param last the number of the last entry
  /// @param hash the hash of the last entry
  record Head(String what, long entries, long after, String previous, long last, String hash) {}

  static Head write(AuditArchive archive, Path file, boolean force) {
    if (Files.isDirectory(file)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "'%s' is a folder; name a file in it, such as audit.jsonl.".formatted(file));
    }
    if (Files.exists(file) && !force) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "There is a file %s already; choose another name, or replace it with --force."
              .formatted(file));
    }
    var draft = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.deleteIfExists(draft);
      PrivateFiles.createNew(draft, PrivateFiles.FILE);
      Head head;
      try (var out = Files.newBufferedWriter(draft, StandardCharsets.UTF_8)) {
        head = write(archive, out);
      }
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
      return head;
    } catch (IOException e) {
      throw cannot("written", file, e);
    } catch (UncheckedIOException e) {
      throw cannot("written", file, e);
    }
  }

  /// In one snapshot, read twice: the first line has to know the last one.
  private static Head write(AuditArchive archive, Writer out) {
    return archive.look(
        sql -> {
          var bounds = AuditTrail.bounds(sql);
          var count = new long[1];
          var end = new AuditLine[1];
          AuditTrail.lines(
              sql,
              bounds,
              line -> {
                count[0]++;
                end[0] = line;
              });
          @Nullable AuditLine last = end[0];
          var head =
              new Head(
                  WHAT,
                  count[0],
                  bounds.number(),
                  bounds.hash(),
                  last == null ? bounds.number() : last.entry().number(),
                  last == null ? bounds.hash() : last.hash());
          add(out, JSON.writeValueAsString(head));
          AuditTrail.lines(sql, bounds, line -> add(out, line.text()));
          return head;
        });
  }

  private static void add(Writer out, String line) {
    try {
      out.write(line);
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Checks one, also a copy without a first line that says what follows.
  static ChainCheck.Report check(Path file) {
    try (var in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return check(in);
    } catch (IOException e) {
      throw cannot("read", file, e);
    }
  }

  private static ChainCheck.Report check(BufferedReader in) throws IOException {
    var line = in.readLine();
    var head = line == null ? null : head(line);
    var check = head == null ? new ChainCheck() : new ChainCheck(head.after(), head.previous());
    if (head != null) {
      line = in.readLine();
    }
    for (long number = head == null ? 1 : 2; line != null; number++, line = in.readLine()) {
      var entry = line.length() > LONGEST_LINE ? null : AuditLine.read(line).orElse(null);
      if (entry == null) {
        check.unreadable(number);
      } else {
        check.look(entry);
      }
    }
    if (head != null) {
      check.end(head.last());
      var report = check.report();
      if (report.sound()
          && (report.count() != head.entries() || !report.hash().equals(head.hash()))) {
        check.fault("The entries do not end as the first line says: it or they were changed.");
      }
    }
    return check.report();
  }

  private static @Nullable Head head(String line) {
    try {
      var head = JSON.readValue(line, Head.class);
      return WHAT.equals(head.what()) ? head : null;
    } catch (JacksonException _) {
      return null;
    }
  }

  private static RetinueException cannot(String done, Path file, Exception e) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "%s cannot be %s: %s. Name another file.".formatted(file, done, Reasons.of(e)),
        e);
  }
}
