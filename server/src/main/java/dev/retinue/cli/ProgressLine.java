package dev.retinue.cli;

import dev.retinue.store.backup.Progress;
import java.util.Locale;
import java.util.function.LongSupplier;

/// How far something long has come, on one line of a terminal: not for what is over in a second,
/// and not into a file.
final class ProgressLine implements Progress, AutoCloseable {
  private static final long SHORT = 1_000_000_000;
  private static final long BETWEEN = 200_000_000;

  private final Terminal terminal;
  private final String what;
  private final LongSupplier nanoTime;
  private long next;
  private boolean shown;

  ProgressLine(Terminal terminal, String what, LongSupplier nanoTime) {
    this.terminal = terminal;
    this.what = what;
    this.nanoTime = nanoTime;
    this.next = nanoTime.getAsLong() + SHORT;
  }

  @Override
  public void at(long bytes, long ofBytes) {
    long now = nanoTime.getAsLong();
    if (now - next < 0 || !terminal.isWatched()) {
      return;
    }
    next = now + BETWEEN;
    shown = true;
    show("%s: %s of %s".formatted(what, size(bytes), size(ofBytes)));
  }

  @Override
  public void close() {
    if (shown) {
      show("");
    }
  }

  private void show(String text) {
    terminal.err().print("\r\u001b[K" + text);
    terminal.err().flush();
  }

  static String size(long bytes) {
    if (bytes < 1 << 20) {
      return "%d kB".formatted((bytes + 1023) >> 10);
    }
    return bytes < 10L << 30
        ? String.format(Locale.ROOT, "%.1f MB", bytes / (double) (1 << 20))
        : String.format(Locale.ROOT, "%.1f GB", bytes / (double) (1 << 30));
  }
}
