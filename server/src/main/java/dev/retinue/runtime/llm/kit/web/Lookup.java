package dev.retinue.runtime.llm.kit.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Asks the system for the addresses of a name, and not for longer than anybody would wait: the
/// system itself has no limit. A virtual thread would not let go of the processor meanwhile, and a
/// few names that nobody answers for would stop everything that is at work here.
final class Lookup {
  private static final int SECONDS = 10;
  private static final int MOST_AT_ONCE = 32;
  private static final Semaphore PLACES = new Semaphore(MOST_AT_ONCE);

  private Lookup() {}

  static List<InetAddress> find(String host) throws UnknownHostException {
    return find(host, it -> List.of(InetAddress.getAllByName(it)));
  }

  /// @param system finds them, sooner or later
  static List<InetAddress> find(String host, Gate.Resolver system) throws UnknownHostException {
    var asking = new FutureTask<>(() -> system.find(host));
    try {
      if (PLACES.tryAcquire(SECONDS, TimeUnit.SECONDS)) {
        Thread.ofPlatform().name("look-up").daemon().start(() -> run(asking));
        return asking.get(SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Whatever it is, nobody knows it.
    }
    throw new UnknownHostException(host);
  }

  private static void run(FutureTask<List<InetAddress>> asking) {
    try {
      asking.run();
    } finally {
      PLACES.release();
    }
  }
}
