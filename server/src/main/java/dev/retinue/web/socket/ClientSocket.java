package dev.retinue.web.socket;

import dev.retinue.core.Caller;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.core.staff.Share;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.web.api.Api;
import dev.retinue.web.http.Presence;
import dev.retinue.web.http.Pulse;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Visit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One client that watches something and commands it. It observes: whether it is there or not, what
/// it watches is the same.
public abstract class ClientSocket implements Session.Listener.AutoDemanding, Pulse.Patient {
  static final int POLICY = 1008;
  private static final int NOT_TEXT = 1003;
  private static final String CHANGED =
      "This token is not good any more, or allows something else now; connect again.";

  private final Api api;
  private final Presence presence;
  private final Visit visit;
  private final Caller caller;
  private final String gone;
  private volatile @Nullable Outbox outbox;
  private volatile @Nullable Runnable end;
  private volatile Runnable place = () -> {};
  private volatile boolean closed;
  private volatile long lastPing = System.nanoTime();

  /// @param gone what is said of what is not there, or not any more
  ClientSocket(Api api, Presence presence, Visit visit, String gone) {
    this.api = api;
    this.presence = presence;
    this.visit = visit;
    this.caller = visit.who().by(visit.who().origin().asking(visit.operation()));
    this.gone = gone;
  }

  /// With the place that it takes until it is closed.
  final ClientSocket at(Share.Place taken) {
    place = taken::giveBack;
    return this;
  }

  /// Says what it has to say at once, and watches from now on; answers what ends that.
  abstract Runnable begin();

  /// Does what the client says, and answers what it hears at once.
  abstract Optional<ObjectNode> obey(ObjectNode said);

  /// Whether what it watches is still there.
  abstract boolean isThere();

  final Api.Desk desk() {
    return api.desk();
  }

  final Api api() {
    return api;
  }

  final Caller caller() {
    return caller;
  }

  final Visit visit() {
    return visit;
  }

  @Override
  public void onWebSocketOpen(Session session) {
    api.sockets(1);
    var out = new Outbox(session);
    outbox = out;
    try {
      end = begin();
      api.pulse().add(this);
      if (closed) {
        forget();
      }
    } catch (RetinueException e) {
      count(e);
      out.sendAndClose(error(e.toldTo(caller())), POLICY, gone);
    }
  }

  @Override
  public void onWebSocketText(String text) {
    var out = outbox;
    if (out == null || end == null) {
      return;
    }
    if (!visit.stillAdmitted()) {
      out.sendAndClose(error(CHANGED), POLICY, "unknown token");
      return;
    }
    if (!presence.enter()) {
      out.send(error(Refusal.STOPPING));
      return;
    }
    try {
      toll();
      obey(read(text)).ifPresent(out::send);
    } catch (RetinueException e) {
      count(e);
      out.send(error(e.toldTo(caller())));
    } catch (RpcException e) {
      out.send(error(e.error().message()));
    } finally {
      presence.leave();
    }
  }

  private void count(RetinueException refusal) {
    refusal.hit().ifPresent(it -> api.watch().refused(it.limit().key()));
  }

  private void toll() {
    try {
      desk().staff().rates().take(caller());
    } catch (RetinueException e) {
      desk().staff().audit().refused(caller(), caller().origin(), Action.DOOR_REQUEST, e.code());
      throw e;
    }
  }

  private static ObjectNode read(String text) {
    return Codec.parse(text.getBytes(StandardCharsets.UTF_8)) instanceof ObjectNode object
        ? object
        : Json.object();
  }

  @Override
  public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
    callback.succeed();
    var out = outbox;
    if (out != null) {
      out.close(NOT_TEXT, "Only text is understood here");
    }
  }

  /// Says whether there is still somebody to hear it.
  final boolean send(ObjectNode message) {
    var out = outbox;
    return !closed && out != null && out.send(message);
  }

  /// What it watches is not there any more.
  final void leave() {
    var out = outbox;
    if (out != null) {
      out.close(POLICY, gone);
    }
  }

  @Override
  public void look(long nowNanos) {
    var out = outbox;
    if (out != null && nowNanos - lastPing > api.pulse().quiet().toNanos()) {
      lastPing = nowNanos;
      if (!visit.stillAdmitted()) {
        out.close(POLICY, "unknown token");
      } else if (!isThere()) {
        leave();
      } else {
        out.ping();
      }
    }
  }

  @Override
  public void onWebSocketClose(int code, @Nullable String why, Callback callback) {
    api.sockets(-1);
    forget();
    callback.succeed();
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    forget();
  }

  private void forget() {
    closed = true;
    place.run();
    api.pulse().remove(this);
    var ending = end;
    if (ending != null) {
      ending.run();
    }
  }

  static ObjectNode message(String type) {
    return Json.object().put("type", type);
  }

  static ObjectNode error(String sentence) {
    return message("error").put("content", sentence);
  }
}
