package dev.retinue.store.files;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;

/// Makes a sentence with a remedy of what a file system says.
public final class DiskTrouble {
  private static final List<String> FULL =
      List.of("No space left on device", "Disk quota exceeded", "not enough space on the disk");

  /// Below this a failed write is taken for a full disk, in whatever language the system says it.
  private static final long NOTHING = 1 << 16;

  private DiskTrouble() {}

  /// The refusal of what could not be done.
  ///
  /// @param what to follow "could not"
  public static RetinueException refusal(String what, Path where, IOException e) {
    if (isFull(where, e)) {
      return RetinueException.at(
          where,
          ErrorCode.SERVICE_UNAVAILABLE,
          "Retinue could not %s: the disk that holds %s is full. Free some space there and try again."
              .formatted(what, where),
          e);
    }
    if (e instanceof AccessDeniedException) {
      return RetinueException.at(
          String.valueOf(e.getMessage()),
          ErrorCode.INTERNAL_ERROR,
          "Retinue could not %s: access to %s was denied. See to whom it belongs and what it permits."
              .formatted(what, e.getMessage()),
          e);
    }
    return RetinueException.at(
        where,
        ErrorCode.INTERNAL_ERROR,
        "Retinue could not %s in %s: %s. See whether that disk is in order."
            .formatted(what, where, reason(e)),
        e);
  }

  private static boolean isFull(Path where, IOException e) {
    var message = String.valueOf(e.getMessage());
    boolean unnamed =
        e.getClass() == IOException.class || e.getClass() == FileSystemException.class;
    return FULL.stream().anyMatch(message::contains)
        || (unnamed && where.toFile().getUsableSpace() < NOTHING);
  }

  static String reason(IOException e) {
    return e instanceof FileSystemException named && named.getReason() == null
        ? e.getClass().getSimpleName() + " " + e.getMessage()
        : String.valueOf(e.getMessage());
  }
}
