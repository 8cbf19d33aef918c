package dev.retinue.web;

import dev.retinue.web.http.Patience;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpParser.State;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.jspecify.annotations.Nullable;

/// Closes the connection of a client that does not get its request across in time: one that drips a
/// byte now and then is never idle, and would keep its place for ever.
final class SlowClients extends AbstractLifeCycle {
  private static final int LOOKS = 12;
  private static final Set<State> HEAD = EnumSet.range(State.METHOD, State.HEADER);
  private static final Set<State> BODY = EnumSet.range(State.CONTENT, State.TRAILER);

  private final ServerConnector connector;
  private final Duration slowest;
  private final Duration longest;
  private Map<EndPoint, Waiting> waiting = new HashMap<>();
  private @Nullable Thread thread;

  /// @param longest how long those may take for whom somebody has patience
  SlowClients(ServerConnector connector, Duration slowest, Duration longest) {
    this.connector = connector;
    this.slowest = slowest;
    this.longest = longest;
  }

  /// A request that has begun, or is yet to, and since when.
  ///
  /// @param number tells the requests of one connection apart
  /// @param patient whether it may be long on its way
  private record Waiting(long number, boolean head, boolean patient, long sinceNanos) {
    boolean isSame(Waiting other) {
      return number == other.number && head == other.head;
    }
  }

  @Override
  protected void doStart() {
    thread = Thread.ofVirtual().name("slow-clients").start(this::run);
  }

  @Override
  protected void doStop() {
    if (thread != null) {
      thread.interrupt();
    }
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(slowest.dividedBy(LOOKS));
        look(System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(long now) {
    var still = new HashMap<EndPoint, Waiting>();
    for (var client : connector.getConnectedEndPoints()) {
      var found = incomplete(client, now);
      if (found != null) {
        var before = waiting.get(client);
        var same = before != null && before.isSame(found) ? before : found;
        if (now - same.sinceNanos > (found.patient ? longest : slowest).toNanos()) {
          client.close();
        } else {
          still.put(client, same);
        }
      }
    }
    waiting = still;
  }

  /// What is still to come from this client before anything can be answered; nothing if it is not
  /// its turn, or does not speak HTTP any more.
  private static @Nullable Waiting incomplete(EndPoint client, long now) {
    var spoken =
        client.getConnection() instanceof SslConnection encrypted
            ? encrypted.getSslEndPoint().getConnection()
            : client.getConnection();
    if (!(spoken instanceof HttpConnection connection)) {
      return null;
    }
    var state = connection.getParser().getState();
    long number = connection.getMessagesIn();
    boolean silent = state == State.START && number == 0;
    boolean head = silent || HEAD.contains(state);
    return head || BODY.contains(state)
        ? new Waiting(number, head, Patience.isWith(connection), now)
        : null;
  }
}
