package dev.retinue.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What is in a ZIP file, taken out and put in again.
public final class ZipText {
  private ZipText() {}

  public static Map<String, byte[]> read(Path file) {
    try (var zip = new ZipFile(file.toFile())) {
      var entries = new LinkedHashMap<String, byte[]>();
      for (var entry : zip.stream().toList()) {
        entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
      }
      return entries;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static JsonNode manifest(Path file) {
    return JsonMapper.shared().readTree(read(file).get("manifest.json"));
  }

  public static void write(Path file, Map<String, byte[]> entries) {
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (var entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
