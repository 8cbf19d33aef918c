package dev.retinue.store.backup;

import dev.retinue.core.Blob;
import java.util.Optional;
import java.util.regex.Pattern;

/// One thing in a backup: its name, how long it is, and the digest of its bytes.
///
/// @param sha256 in hexadecimal
record Piece(String name, long bytes, String sha256) {
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) ([0-9]{1,18}) (\\S{1,200})");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  Piece {
    if (bytes < 0 || !DIGEST.matcher(sha256).matches()) {
      throw new IllegalArgumentException("no length and digest of " + name);
    }
  }

  /// As it stands in the list of blobs.
  String line() {
    return "%s %d %s\n".formatted(sha256, bytes, name);
  }

  static Optional<Piece> ofLine(String line) {
    var matcher = LINE.matcher(line);
    return matcher.matches()
        ? Optional.of(
            new Piece(matcher.group(3), Long.parseLong(matcher.group(2)), matcher.group(1)))
        : Optional.empty();
  }

  /// The place of a blob in the file of the backup.
  static String entryOf(Blob blob) {
    return entryOf(blob.file());
  }

  static String entryOf(String place) {
    return "blobs/" + place;
  }
}
