package dev.retinue.runtime.llm.server;

import dev.retinue.mcp.client.Notice;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Hears that a server offers other tools than before. However often it says so, it is asked for
/// them once a second at most.
final class Ears implements Consumer<Notice> {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private boolean stale;
  private @Nullable Runnable refresh;
  private @Nullable Thread refreshing;
  private boolean closed;

  @Override
  public synchronized void accept(Notice notice) {
    if (notice instanceof Notice.Changed) {
      stale = true;
      begin();
    }
  }

  /// The list is about to be asked for: what is said from now on counts.
  synchronized void asking() {
    stale = false;
  }

  /// From now on this is done when something has changed, and at once if it has already.
  synchronized void then(Runnable action) {
    refresh = action;
    begin();
  }

  synchronized void close() {
    closed = true;
    if (refreshing != null) {
      refreshing.interrupt();
    }
  }

  private void begin() {
    if (stale && refresh != null && refreshing == null && !closed) {
      refreshing = Thread.ofVirtual().name("tools-changed").start(this::refresh);
    }
  }

  private void refresh() {
    for (var action = next(); action != null; action = next()) {
      action.run();
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized @Nullable Runnable next() {
    if (!stale || closed) {
      refreshing = null;
      return null;
    }
    stale = false;
    return refresh;
  }
}
