package dev.retinue.cli.front;

import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RequestId;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.mcp.transport.LineReader;
import dev.retinue.mcp.transport.StdioServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Stands between a client on standard streams and the daemon. Handshake and lists it answers
/// itself; the first call that needs the daemon joins the two, and from then on it passes on every
/// line as it is. When a daemon dies it is started again, and what can be repeated is.
public final class Front {
  /// What needs no daemon while there is none: to look is not to call.
  private static final Set<String> OWN =
      Set.of(
          "initialize",
          "ping",
          "server/discover",
          "tools/list",
          "prompts/list",
          "resources/list",
          "resources/templates/list",
          "subscriptions/listen",
          "logging/setLevel");

  private static final int MOST_WAITING = 1000;
  private static final Duration TO_CONNECT = Duration.ofSeconds(10);
  private static final Duration SECOND_THOUGHT = Duration.ofMillis(500);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);
  private static final String GONE =
      "The daemon ended while it was at work on this, and whether it was done is not known. Look, with"
          + " agent_status for instance, before you repeat it.";
  private static final String LEFT =
      "Retinue was stopped before the daemon had answered this, and whether it was done is not known.";
  private static final String NO_MORE = "Retinue is being stopped and takes no new work.";

  private final StdioServer own;
  private final InputStream in;
  private final OutputStream out;
  private final Gateway gateway;
  private final Duration lastMoment;
  private final Supplier<String> offersShown;
  private final Memory memory = new Memory();
  private final Passed passed;
  private final Deque<Line> waiting = new ArrayDeque<>();
  private @Nullable Link link;
  private boolean joining;
  private boolean stopping;
  private boolean asks;

  /// The way to the daemon.
  public interface Gateway {
    /// Finds the daemon, and starts one where there is none.
    Place require();
  }

  /// Where the daemon is, and what it is told first.
  public record Place(Path socket, Hello hello) {}

  /// @param offers what the client is shown
  /// @param offersShown names exactly what that is
  /// @param lastMoment how long calls may still be at work after the input has ended
  public Front(
      Eras eras,
      McpServer offers,
      Supplier<String> offersShown,
      InputStream in,
      OutputStream out,
      Gateway gateway,
      Duration lastMoment) {
    this.own = new StdioServer(eras, Caller.named("client"), in, out, lastMoment);
    this.in = in;
    this.out = out;
    this.gateway = gateway;
    this.offersShown = offersShown;
    this.passed = new Passed(offers);
    this.lastMoment = lastMoment;
  }

  /// Has the daemon say which tools there are: what it last offered was for others.
  public Front askingForTools() {
    asks = true;
    return this;
  }

  /// Serves until the input ends. Calls at work then get their last moment.
  public void run() throws IOException {
    var lines = new LineReader(in);
    try {
      for (var line = lines.next(); line.isPresent(); line = lines.next()) {
        take(line.get());
      }
    } finally {
      stop();
    }
  }

  /// Takes nothing new, and gives what is at work its last moment, once. Nobody who does not take
  /// what he is told can make it last longer.
  public void stop() {
    var ending = Thread.ofPlatform().daemon().name("ending").start(this::end);
    try {
      ending.join(lastMoment.plus(SECOND_THOUGHT));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void end() {
    long deadline = System.nanoTime() + lastMoment.toNanos();
    if (!isFirstToStop()) {
      return;
    }
    try {
      awaitAnswers(deadline);
      own.awaitCalls(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    refuseLeft();
    Link joined;
    synchronized (this) {
      joined = link;
    }
    if (joined != null) {
      joined.close();
    }
    own.leave();
  }

  private synchronized boolean isFirstToStop() {
    boolean first = !stopping;
    stopping = true;
    return first;
  }

  private synchronized void awaitAnswers(long deadline) throws InterruptedException {
    while (!(waiting.isEmpty() && passed.isEmpty())) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }

  /// Who waited until now is told that nothing more will come.
  private void refuseLeft() {
    var unsent = new ArrayList<Message>();
    var unknown = new ArrayList<RequestId>();
    synchronized (this) {
      for (var line = waiting.poll(); line != null; line = waiting.poll()) {
        if (line.tries() > 0 && line.message() instanceof Message.Request request) {
          unknown.add(request.id());
        } else {
          unsent.add(line.message());
        }
      }
      var left = passed.leave();
      left.again().forEach(line -> unknown.add(((Message.Request) line.message()).id()));
      unknown.addAll(left.unknown());
    }
    unsent.forEach(message -> refuse(message, NO_MORE));
    unknown.forEach(id -> refuse(id, LEFT));
  }

  // What the client says.

  private void take(byte[] text) {
    Message message;
    try {
      message = StdioServer.read(text);
    } catch (RpcException e) {
      own.take(text);
      return;
    }
    Link joined;
    byte[] line = text;
    synchronized (this) {
      if (stopping) {
        refuse(message, NO_MORE);
        return;
      }
      memory.note(message, text);
      Memory.calledOff(message).ifPresent(this::callOff);
      joined = link;
      if (joined == null) {
        keepOrAnswer(new Line(text, message, 0));
        return;
      }
      if (message instanceof Message.Request request && !memory.isListening(request.id())) {
        line = passed.pass(request, new Line(text, message, 0));
      }
    }
    send(joined, line);
  }

  /// Nobody waits for its answer any more, and it is not repeated. A daemon that has it is told.
  private void callOff(RequestId id) {
    waiting.removeIf(
        line -> line.message() instanceof Message.Request request && request.id().equals(id));
    passed.forget(id);
    notifyAll();
  }

  private static void send(Link joined, byte[] line) {
    try {
      joined.send(line);
    } catch (IOException e) {
      // Whoever reads from it notices, too, and sees to what was passed on.
      joined.close();
    }
  }

  private void keepOrAnswer(Line line) {
    var message = line.message();
    boolean request = message instanceof Message.Request;
    if (request && own(((Message.Request) message).method())) {
      own.take(message);
    } else if (waiting.size() >= MOST_WAITING) {
      refuse(message, "Too much waits for the daemon to start.");
    } else {
      if (!request) {
        own.take(message);
      }
      if (request || joining) {
        waiting.add(line);
      }
      if (request) {
        join();
      }
    }
  }

  private boolean own(String method) {
    return OWN.contains(method)
        && !(asks && (method.equals("tools/list") || method.equals("prompts/list")));
  }

  private void refuse(Message message, String sentence) {
    if (message instanceof Message.Request request) {
      refuse(request.id(), sentence);
    }
  }

  private void refuse(RequestId id, String sentence) {
    own.write(new Message.Failure(id, new RpcError(RpcError.INTERNAL_ERROR, sentence)));
  }

  // The daemon.

  private void join() {
    if (!joining) {
      joining = true;
      // It does not keep the process: the end of the input decides when all is over.
      Thread.ofPlatform().daemon().name("link").start(this::beWithDaemon);
    }
  }

  private void beWithDaemon() {
    Link joined;
    try {
      joined = connect();
    } catch (RetinueException e) {
      refuseWaiting(e.getMessage());
      return;
    } catch (IOException | InterruptedException e) {
      refuseWaiting("The daemon cannot be reached: " + e.getMessage() + ". See: retinue doctor");
      return;
    } catch (RuntimeException e) {
      // A defect; but whoever waits must not wait for ever.
      refuseWaiting("The daemon cannot be reached: " + e + ". See: retinue doctor");
      return;
    }
    try (joined) {
      welcome(joined);
      joined.read(this::hear);
    } finally {
      part();
    }
  }

  /// A daemon may die, or not yet listen, between being found and being spoken to.
  private Link connect() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TO_CONNECT.toNanos();
    while (true) {
      var place = gateway.require();
      try {
        return Link.open(place.socket(), place.hello());
      } catch (IOException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        Thread.sleep(BETWEEN_TRIES);
      }
    }
  }

  private synchronized void refuseWaiting(String sentence) {
    joining = false;
    for (var line = waiting.poll(); line != null; line = waiting.poll()) {
      // What the last daemon had been given already may have been done.
      refuse(line.message(), line.tries() > 0 ? GONE + " " + sentence : sentence);
    }
    notifyAll();
  }

  /// Tells a daemon what it must know, and then what has waited for it, in this order.
  private synchronized void welcome(Link joined) {
    for (var line : memory.tellAgain()) {
      send(joined, line);
    }
    for (var line = waiting.poll(); line != null; line = waiting.poll()) {
      send(
          joined,
          line.message() instanceof Message.Request request
              ? passed.pass(request, line)
              : line.text());
    }
    link = joined;
    joining = false;
    if (memory.isInitialized() && !joined.reply().offers().equals(offersShown.get())) {
      own.write(new Message.Notification("notifications/tools/list_changed", Json.object()));
    }
  }

  private void hear(byte[] line) {
    var peek = Peek.at(line);
    synchronized (this) {
      if (memory.isOld(peek, line) || (peek.refused() && isPutOff(peek.id()))) {
        return;
      }
    }
    synchronized (out) {
      try {
        out.write(line);
        out.write('\n');
        out.flush();
      } catch (IOException e) {
        // The client is gone; the end of the input tells the same.
      }
    }
    var id = peek.id();
    if (peek.isAnswer() && id != null) {
      synchronized (this) {
        passed.forget(id);
        memory.forget(id);
        notifyAll();
      }
    }
  }

  /// A daemon that is about to leave does not begin it; the next one will.
  private boolean isPutOff(@Nullable RequestId id) {
    return !stopping && id != null && passed.putOff(id);
  }

  /// The daemon is gone. What can be repeated is passed on to the next one; who only listens goes
  /// on hearing when the next call has brought one.
  private void part() {
    List<RequestId> unknown;
    synchronized (this) {
      link = null;
      var left = passed.leave();
      unknown = new ArrayList<>(left.unknown());
      if (stopping) {
        left.again().forEach(line -> unknown.add(((Message.Request) line.message()).id()));
      } else {
        waiting.addAll(left.again());
      }
      if (!waiting.isEmpty()) {
        join();
      }
      notifyAll();
    }
    unknown.forEach(id -> refuse(id, GONE));
  }
}
