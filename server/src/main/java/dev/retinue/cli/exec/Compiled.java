package dev.retinue.cli.exec;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;

/// What became of a Java file and of those that it uses.
///
/// @param main the class to start
/// @param classes all of them, by name
/// @param sources the files they were made of
/// @param rehearsable whether it gives its command line to the SDK, which can rehearse
record Compiled(
    String main, SortedMap<String, byte[]> classes, List<Source> sources, boolean rehearsable) {
  private static final int LENGTH = 16;

  /// A file, and how old it was when it was read.
  record Source(Path file, FileTime modified) {}

  /// Names what was made: other sources or other classes have another.
  String digest() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      sources.forEach(source -> digest.update(bytes(source.file().toString())));
      classes.forEach(
          (name, content) -> {
            digest.update(bytes(name));
            digest.update(content);
          });
      return HexFormat.of().formatHex(digest.digest()).substring(0, LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }
}
