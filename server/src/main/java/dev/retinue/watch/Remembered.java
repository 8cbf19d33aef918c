package dev.retinue.watch;

import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Names that are looked up again only after a while: files may have to be read for them.
final class Remembered implements Supplier<Set<String>> {
  private static final long WHILE = Duration.ofSeconds(10).toNanos();

  private final Supplier<Set<String>> names;
  private final LongSupplier nanoTime;
  private @Nullable Set<String> known;
  private long lookedAt;

  Remembered(Supplier<Set<String>> names, LongSupplier nanoTime) {
    this.names = names;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized Set<String> get() {
    long now = nanoTime.getAsLong();
    var current = known;
    if (current == null || now - lookedAt >= WHILE) {
      current = names.get();
      known = current;
      lookedAt = now;
    }
    return current;
  }
}
