package dev.retinue.runtime.llm.kit.file;

import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Reads a text of a folder as the tools for files do: whatever somebody moves meanwhile, no way
/// leads out of it, and a pipe keeps nobody waiting.
public final class FolderText {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private FolderText() {}

  /// Nothing if it is not there, or is no plain file.
  public static Optional<String> find(Path folder, String name) throws InterruptedException {
    try {
      return Apart.call(() -> read(folder, name), LIMIT)
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    } catch (RetinueException e) {
      return Optional.empty();
    }
  }

  private static Optional<byte[]> read(Path folder, String name) {
    try (var spot = Enclosed.of(folder, Scope.ALL).find(name)) {
      Contents.requireFile(spot);
      return Contents.bytes(spot.folder(), spot.name(), Contents.MOST_BYTES);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
