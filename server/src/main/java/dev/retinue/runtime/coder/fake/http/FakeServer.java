package dev.retinue.runtime.coder.fake.http;

import dev.retinue.llm.scripted.HttpSocket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Listens on the loopback, remembers what it is asked, and lets go wrong what shall.
///
/// Every connection carries one request.
public final class FakeServer implements AutoCloseable {
  /// So many are remembered; who asks more often is no test any more.
  private static final int REMEMBERED = 20_000;

  private final ServerSocket server;
  private final Handler handler;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Request> requests = new ArrayList<>();
  private final List<Planned> faults = new ArrayList<>();

  /// Answers requests, any number of them at once.
  public interface Handler {
    Reply answer(Request request) throws IOException, InterruptedException;
  }

  private record Planned(String method, String path, Fault fault, int left) {}

  private FakeServer(ServerSocket server, Handler handler) {
    this.server = server;
    this.handler = handler;
  }

  public static FakeServer start(String name, Handler handler) {
    try {
      var socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
      var server = new FakeServer(socket, handler);
      Thread.ofVirtual().name(name + "-accept").start(() -> server.accept(name));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /// The next requests of this method and path go wrong in this way. `*` stands for anything. Of
  /// several faults the first that fits comes first.
  public void fault(String method, String path, Fault fault) {
    synchronized (faults) {
      faults.add(new Planned(method, path, fault, fault.times()));
    }
  }

  /// From here on nothing goes wrong any more.
  public void heal() {
    synchronized (faults) {
      faults.clear();
    }
  }

  /// What was asked so far, in this order.
  public List<Request> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  public List<Request> requests(String method, String path) {
    return requests().stream().filter(it -> it.matches(method, path)).toList();
  }

  public void forgetRequests() {
    synchronized (requests) {
      requests.clear();
    }
  }

  private void accept(String name) {
    while (!server.isClosed()) {
      try {
        var socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().name(name + "-answer").start(() -> serve(socket));
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      var socket = new HttpSocket(connection);
      var request = Request.of(socket.read());
      remember(request);
      answer(socket, request);
    } catch (IOException e) {
      // The client went away.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(connection);
    }
  }

  private void remember(Request request) {
    synchronized (requests) {
      if (requests.size() < REMEMBERED) {
        requests.add(request);
      }
    }
  }

  private void answer(HttpSocket socket, Request request) throws IOException, InterruptedException {
    var fault = take(request);
    if (fault.isEmpty()) {
      handler.answer(request).send(socket);
      return;
    }
    var wrong = fault.get();
    var answer = wrong.done() ? handler.answer(request) : null;
    if (!wrong.delay().isZero() && socket.awaitGone(wrong.delay())) {
      return;
    }
    var said = wrong.reply() != null ? wrong.reply() : answer;
    if (said != null) {
      wrong.worn(said).send(socket);
    }
  }

  private Optional<Fault> take(Request request) {
    synchronized (faults) {
      for (int i = 0; i < faults.size(); i++) {
        var planned = faults.get(i);
        if (request.matches(planned.method(), planned.path())) {
          if (planned.left() == 1) {
            faults.remove(i);
          } else if (planned.left() > 1) {
            faults.set(
                i,
                new Planned(planned.method(), planned.path(), planned.fault(), planned.left() - 1));
          }
          return Optional.of(planned.fault());
        }
      }
      return Optional.empty();
    }
  }

  /// Whoever still waits for an answer is hung up on.
  @Override
  public void close() {
    try {
      server.close();
      for (var socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
