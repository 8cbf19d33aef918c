package dev.retinue.toolset.checks;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks at files of a run: those below its working directory, and no others, whatever links say.
final class FileChecks {
  private static final long MOST_BYTES = 16L << 20;
  private static final int LONGEST_PATH = 1_000;
  private static final int LONGEST_TEXT = 10_000;

  private FileChecks() {}

  // What can be said beforehand.

  static void requirePath(String path) {
    if (path.isBlank() || path.length() > LONGEST_PATH) {
      throw refused("The path of a check has 1 to %d characters.".formatted(LONGEST_PATH));
    }
    try {
      var parsed = Path.of(path);
      boolean outside = parsed.isAbsolute() || parsed.normalize().startsWith("..");
      if (outside || parsed.normalize().toString().isEmpty()) {
        throw refused(
            "The path '%s' of a check must lead to a file below the working directory, as 'src/report.md' does."
                .formatted(Excerpt.of(path)));
      }
    } catch (InvalidPathException e) {
      throw refused("'%s' cannot be the path of a file.".formatted(Excerpt.of(path)));
    }
  }

  static void requireText(String text) {
    if (text.isEmpty() || text.length() > LONGEST_TEXT) {
      throw refused("The text of a check has 1 to %d characters.".formatted(LONGEST_TEXT));
    }
    if (text.indexOf(0) >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw refused("The text of a check has a NUL or half of a character in it.");
    }
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }

  // What is found in the end.

  /// Why the file does not count as there.
  static Optional<String> missing(@Nullable Path directory, String path) throws IOException {
    return directory == null
        ? Optional.of("there is no working directory")
        : find(directory, path).fault();
  }

  /// Why the text does not count as in the file.
  static Optional<String> lacking(@Nullable Path directory, String path, String text)
      throws IOException {
    if (directory == null) {
      return Optional.of("there is no working directory");
    }
    var found = find(directory, path);
    if (found.file() == null) {
      return found.fault();
    }
    try (var in =
        new BufferedInputStream(Files.newInputStream(found.file(), LinkOption.NOFOLLOW_LINKS))) {
      if (contains(in, text.getBytes(StandardCharsets.UTF_8))) {
        return Optional.empty();
      }
    }
    boolean more = Files.size(found.file()) > MOST_BYTES;
    return Optional.of(
        more
            ? "the text is not in its first %d MiB".formatted(MOST_BYTES >> 20)
            : "the text is not in it");
  }

  /// A file, or why there is none.
  private record Found(@Nullable Path file, Optional<String> fault) {
    static Found nothing(String fault) {
      return new Found(null, Optional.of(fault));
    }
  }

  private static Found find(Path directory, String path) throws IOException {
    try {
      var root = directory.toRealPath();
      var real = root.resolve(path).toRealPath();
      if (!real.startsWith(root)) {
        return Found.nothing("it leads out of the working directory");
      }
      var attributes =
          Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (attributes.isDirectory()) {
        return Found.nothing("it is a folder");
      }
      return attributes.isRegularFile()
          ? new Found(real, Optional.empty())
          : Found.nothing("it is no ordinary file");
    } catch (NoSuchFileException e) {
      return Found.nothing("there is no such file");
    }
  }

  /// Reads on without going back: after a mismatch it is known how much of the text still fits.
  private static boolean contains(InputStream in, byte[] text) throws IOException {
    var fits = prefixes(text);
    int matched = 0;
    long left = MOST_BYTES;
    for (int next = in.read(); next >= 0 && left > 0; next = in.read(), left--) {
      while (matched > 0 && text[matched] != (byte) next) {
        matched = fits[matched - 1];
      }
      if (text[matched] == (byte) next && ++matched == text.length) {
        return true;
      }
    }
    return false;
  }

  /// For each beginning of the text, how long a shorter one is with which it ends.
  private static int[] prefixes(byte[] text) {
    var fits = new int[text.length];
    int matched = 0;
    for (int i = 1; i < text.length; i++) {
      while (matched > 0 && text[i] != text[matched]) {
        matched = fits[matched - 1];
      }
      if (text[i] == text[matched]) {
        matched++;
      }
      fits[i] = matched;
    }
    return fits;
  }
}
