package dev.retinue.runtime.llm.kit.file;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.random.RandomGenerator;

/// Folders by handle.
///
/// @param random for names that nobody has
record Folders(RandomGenerator random) {
  /// What we put into a folder for a moment begins with this.
  static final String OURS = ".retinue-";

  /// Where the system cannot open files relative to an open folder, nothing keeps others from
  /// moving the folder away in between.
  @SuppressWarnings("StreamResourceLeak") // Whoever gets it closes it.
  static SecureDirectoryStream<Path> open(Path root) throws IOException {
    var folder = Files.newDirectoryStream(root);
    if (folder instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    folder.close();
    throw new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "The file tools need a system that opens files relative to folders, as Linux does; use an MCP server for files instead.");
  }

  /// A name for a moment.
  Path passing() {
    return Path.of(OURS + Long.toString(random.nextLong() >>> 1, Character.MAX_RADIX));
  }

  /// Java cannot make a folder in an open one. It can move one there: so it is made at the top,
  /// which nobody inside can move.
  void make(Spot spot, Path name) throws IOException {
    var made = passing();
    Files.createDirectory(spot.root().resolve(made));
    try {
      spot.top().move(made, spot.folder(), name);
    } catch (IOException e) {
      spot.top().deleteDirectory(made);
      throw e;
    }
  }
}
