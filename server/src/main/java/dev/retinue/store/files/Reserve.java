package dev.retinue.store.files;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Room that is left on the disk, so that runs at work can end in order when no new one may begin.
/// As soon as there is room again, everything is as before.
public final class Reserve {
  public static final long DEFAULT_BYTES = 64L << 20;

  private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Path folder;
  private final long bytes;
  private final LongSupplier freeBytes;
  private final LongSupplier nanoTime;
  private long free;
  private long lookedAt;
  private boolean looked;

  Reserve(Path folder, long bytes, LongSupplier freeBytes, LongSupplier nanoTime) {
    this.folder = folder;
    this.bytes = bytes;
    this.freeBytes = freeBytes;
    this.nanoTime = nanoTime;
  }

  /// Refuses as long as there is too little room. The disk is looked at once a second at most.
  public void require() {
    long room = room();
    if (room < bytes) {
      throw RetinueException.at(
          folder,
          ErrorCode.SERVICE_UNAVAILABLE,
          "The disk that holds %s has only %s left, and Retinue keeps %s in reserve; free some space there and try again."
              .formatted(folder, inWords(room), inWords(bytes)),
          null);
    }
  }

  private synchronized long room() {
    long now = nanoTime.getAsLong();
    if (!looked || now - lookedAt >= LOOK_AGAIN_NANOS) {
      free = freeBytes.getAsLong();
      lookedAt = now;
      looked = true;
    }
    return free;
  }

  private static String inWords(long bytes) {
    return bytes < 1 << 20 ? "%d kB".formatted(bytes >> 10) : "%d MB".formatted(bytes >> 20);
  }
}
