package dev.retinue.web;

import dev.retinue.core.ErrorCode;
import dev.retinue.web.http.Refusal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Knows who is inside. Once it is shut nobody comes in any more, and one can wait until the last
/// has gone. A stream that only waits for something to say is not inside: it has no thread.
final class Turnstile extends Handler.Wrapper {
  private static final String SHUT =
      "Retinue is stopping and takes no new work. What it has accepted is kept; try again in a moment.";
  private static final int RETRY_SECONDS = 5;

  private final Set<Thread> inside = ConcurrentHashMap.newKeySet();
  private volatile boolean shut;

  Turnstile(Handler behind) {
    super(behind);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    // In this order: whoever comes in while it is being shut is either seen or turned away.
    inside.add(Thread.currentThread());
    try {
      if (shut) {
        turnAway(request, response, callback);
        return true;
      }
      return super.handle(request, response, callback);
    } finally {
      leave();
    }
  }

  private static void turnAway(Request request, Response response, Callback callback) {
    response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_SECONDS);
    response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    Refusal.send(request, response, callback, 503, ErrorCode.SERVICE_UNAVAILABLE, SHUT);
  }

  private void leave() {
    inside.remove(Thread.currentThread());
    if (shut) {
      synchronized (inside) {
        inside.notifyAll();
      }
    }
  }

  void shut() {
    shut = true;
  }

  /// Waits until nobody is inside; not for ever.
  void awaitEmpty(Duration patience) throws InterruptedException {
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
  void interruptAll() {
    inside.forEach(Thread::interrupt);
  }
}
