package dev.retinue.web.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Knows who is inside, by whichever way he came. Once it is shut nobody comes in any more, and one
/// can wait until the last has gone.
public final class Presence {
  private final Set<Thread> inside = ConcurrentHashMap.newKeySet();
  private volatile boolean shut;

  /// Comes in, unless it is shut. Who is in leaves by the same thread.
  public boolean enter() {
    // In this order: whoever comes in while it is being shut is either seen or turned away.
    inside.add(Thread.currentThread());
    if (shut) {
      leave();
      return false;
    }
    return true;
  }

  /// Goes, and forgets that he was woken: his thread is Jetty's, which takes an interrupt that
  /// comes while it stops for the end of everything, and then never stops.
  public void leave() {
    inside.remove(Thread.currentThread());
    if (shut) {
      synchronized (inside) {
        inside.notifyAll();
      }
    }
    boolean _ = Thread.interrupted();
  }

  public void shut() {
    shut = true;
  }

  /// Waits until nobody is inside; not for ever.
  public void awaitEmpty(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    synchronized (inside) {
      while (!inside.isEmpty()) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return;
        }
        inside.wait(Math.max(1, Duration.ofNanos(left).toMillis()));
      }
    }
  }

  /// Wakes whoever is still inside, whatever he waits for.
  public void interruptAll() {
    // Whoever leaves meanwhile waits for this, and so is not interrupted when he has left.
    synchronized (inside) {
      inside.forEach(Thread::interrupt);
    }
  }
}
