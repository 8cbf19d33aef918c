package dev.retinue.cli;

import dev.retinue.core.Digest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// An export that somebody changes before it is brought.
record ForgedExport(Map<String, byte[]> pieces) {
  static ForgedExport of(byte[] file) throws IOException {
    var pieces = new LinkedHashMap<String, byte[]>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(file))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        pieces.put(entry.getName(), zip.readAllBytes());
      }
    }
    return new ForgedExport(pieces);
  }

  String text(String name) {
    return new String(pieces.getOrDefault(name, new byte[0]), StandardCharsets.UTF_8);
  }

  /// With another text of this name, of which the list of contents knows nothing.
  ForgedExport unlisted(String name, UnaryOperator<String> change) {
    var changed = new LinkedHashMap<>(pieces);
    changed.put(name, change.apply(text(name)).getBytes(StandardCharsets.UTF_8));
    return new ForgedExport(changed);
  }

  /// With another text of this name, and with a list of contents that it fits.
  ForgedExport with(String name, UnaryOperator<String> change) {
    var before = text(name);
    var changed = unlisted(name, change);
    return changed.unlisted(
        "export.json",
        list ->
            list.replace(
                "\"name\" : \"%s\",\n    \"bytes\" : %d,\n    \"sha256\" : \"%s\""
                    .formatted(name, length(before), Digest.ofText(before)),
                "\"name\" : \"%s\",\n    \"bytes\" : %d,\n    \"sha256\" : \"%s\""
                    .formatted(
                        name, length(changed.text(name)), Digest.ofText(changed.text(name)))));
  }

  /// Under another id wherever that stands.
  ForgedExport renamed(String from, String to) {
    return with("runs.jsonl", text -> text.replace(from, to))
        .with("sessions.jsonl", text -> text.replace(from, to));
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  byte[] file() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      for (var piece : pieces.entrySet()) {
        zip.putNextEntry(new ZipEntry(piece.getKey()));
        zip.write(piece.getValue());
        zip.closeEntry();
      }
    }
    return out.toByteArray();
  }
}
