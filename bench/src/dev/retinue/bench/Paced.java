package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Asks a server so and so often in a second, whether it has answered before or not. A time is
/// taken from the moment at which a request was due: what waits behind a slow answer is slow, too.
final class Paced implements AutoCloseable {
  private final List<Wire> wires = new ArrayList<>();
  private final Supplier<byte[]> requests;

  /// @param requests the next one to be sent, on whichever connection
  Paced(int port, int connections, Supplier<byte[]> requests) throws IOException {
    this.requests = requests;
    for (int i = 0; i < connections; i++) {
      wires.add(new Wire(port));
    }
  }

  /// @param perSecond over all connections, each of which has its share at its own moments
  Load.Result run(int perSecond, Duration duration) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    var lanes = new ArrayList<Future<long[]>>();
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      long between = 1_000_000_000L * wires.size() / perSecond;
      int each = (int) (duration.toNanos() / between);
      for (int i = 0; i < wires.size(); i++) {
        var wire = wires.get(i);
        long first = begun + between * i / wires.size();
        lanes.add(threads.submit(() -> drive(wire, first, between, each)));
      }
      var all = new ArrayList<long[]>();
      for (var lane : lanes) {
        all.add(lane.get());
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      return new Load.Result(
          seconds, all.stream().flatMapToLong(Arrays::stream).sorted().toArray());
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private long[] drive(Wire wire, long first, long between, int count) throws IOException {
    var times = new long[count];
    for (int i = 0; i < count; i++) {
      long due = first + i * between;
      var request = requests.get();
      for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
        LockSupport.parkNanos(early);
      }
      var reply = wire.ask(request);
      times[i] = System.nanoTime() - due;
      if (!reply.isOk() || !reply.contains(Client.PROOF) || reply.contains(Client.FAILED)) {
        throw new IOException("this is no answer of the tool: " + reply);
      }
    }
    return times;
  }

  @Override
  public void close() throws IOException {
    for (var wire : wires) {
      wire.close();
    }
  }
}
