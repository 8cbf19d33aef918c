package dev.retinue.runtime.llm.kit.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Asks the system for the addresses of a name, and not for longer than anybody would wait: the
/// system itself has no limit.
final class Lookup {
  private static final int SECONDS = 10;

  private Lookup() {}

  static List<InetAddress> find(String host) throws UnknownHostException {
    var asking = new FutureTask<>(() -> List.of(InetAddress.getAllByName(host)));
    Thread.ofVirtual().name("look-up").start(asking);
    try {
      return asking.get(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Whatever it is, nobody knows it.
    }
    throw new UnknownHostException(host);
  }
}
