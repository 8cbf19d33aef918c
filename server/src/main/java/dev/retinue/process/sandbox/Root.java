package dev.retinue.process.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Who this process is to the system.
final class Root {
  private Root() {}

  /// Whether it may do everything.
  static boolean isMe() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid") instanceof Integer uid
          && uid == 0;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
