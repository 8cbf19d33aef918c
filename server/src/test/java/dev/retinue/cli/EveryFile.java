package dev.retinue.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/// What is in each file below a folder, unpacked where it is packed.
final class EveryFile {
  private EveryFile() {}

  /// By the path below the folder.
  static Map<String, String> below(Path folder) throws IOException {
    var texts = new TreeMap<String, String>();
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        texts.put(folder.relativize(file).toString(), text(Files.readAllBytes(file)));
      }
    }
    return texts;
  }

  private static String text(byte[] bytes) throws IOException {
    boolean packed = bytes.length > 2 && (bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b;
    try (InputStream in = new ByteArrayInputStream(bytes);
        InputStream plain = packed ? new GZIPInputStream(in) : in) {
      return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
