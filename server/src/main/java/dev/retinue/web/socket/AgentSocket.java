package dev.retinue.web.socket;

import dev.retinue.core.Caller;
import dev.retinue.core.Recorded;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Bells;
import dev.retinue.core.staff.Follower;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.toolset.lifecycle.Words;
import dev.retinue.web.api.Api;
import dev.retinue.web.api.OutputView;
import dev.retinue.web.http.Presence;
import dev.retinue.web.http.Pulse;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Visit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One client that watches an agent and commands it. It observes: whether it is there or not, the
/// run is the same.
public final class AgentSocket implements Session.Listener.AutoDemanding, Pulse.Patient {
  private static final String GONE = "There is no such agent";
  private static final int POLICY = 1008;
  private static final int NOT_TEXT = 1003;

  private final Api.Desk desk;
  private final Pulse pulse;
  private final Presence presence;
  private final Caller caller;
  private final String name;
  private final Visit visit;
  private @Nullable Outbox outbox;
  private @Nullable Commands commands;
  private volatile @Nullable Follower follower;
  private volatile Bells.@Nullable Listening removal;
  private volatile boolean closed;
  private String lastStatus = "";
  private volatile long lastPing = System.nanoTime();

  AgentSocket(Api.Desk desk, Pulse pulse, Presence presence, Visit visit) {
    this.desk = desk;
    this.pulse = pulse;
    this.presence = presence;
    this.visit = visit;
    this.caller = visit.who();
    this.name = visit.name("id");
  }

  @Override
  public void onWebSocketOpen(Session session) {
    var out = new Outbox(session);
    outbox = out;
    try {
      var run = desk.staff().require(caller, RunId.of(name));
      commands = new Commands(desk, caller, run.id());
      lastStatus = Words.status(run.state());
      out.send(init(run));
      pulse.add(this);
      removal = desk.staff().feed().onRemoval(run.id(), () -> out.close(POLICY, GONE));
      follower = desk.staff().feed().follow(caller, run.id(), run.sequence(), this::take);
      if (closed) {
        forget();
      }
    } catch (RetinueException e) {
      out.sendAndClose(error(e.toldTo(caller)), POLICY, GONE);
    }
  }

  private ObjectNode init(Run run) {
    return message("init")
        .put("id", run.id().text())
        .put("status", Words.status(run.state()))
        .put("contract", desk.register().work(caller, run.id()).orElse(""))
        .put("seq", run.sequence());
  }

  @Override
  public void onWebSocketText(String text) {
    var out = outbox;
    if (out == null || commands == null) {
      return;
    }
    if (!visit.stillAdmitted()) {
      out.sendAndClose(error("This token is not good any more."), POLICY, "unknown token");
      return;
    }
    if (!presence.enter()) {
      out.send(error(Refusal.STOPPING));
      return;
    }
    try {
      desk.staff().rates().take(caller);
      commands.obey(read(text)).ifPresent(out::send);
    } catch (RetinueException e) {
      out.send(error(e.toldTo(caller)));
    } catch (RpcException e) {
      out.send(error(e.error().message()));
    } finally {
      presence.leave();
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
    if (outbox != null) {
      outbox.close(NOT_TEXT, "Only text is understood here");
    }
  }

  private boolean take(List<Recorded> events, long cursor) {
    for (var recorded : events) {
      var event = recorded.event();
      if (!show(event) || !status(event).map(this::tell).orElse(true)) {
        return false;
      }
    }
    return true;
  }

  private boolean show(RunEvent event) {
    return OutputView.of(event)
        .map(
            entry ->
                send(
                    message(entry.type())
                        .put("content", entry.content())
                        .put("tool_call", entry.toolCall())))
        .orElse(true);
  }

  private boolean tell(String status) {
    if (status.equals(lastStatus)) {
      return true;
    }
    lastStatus = status;
    return send(message("status").put("content", status));
  }

  private boolean send(ObjectNode message) {
    return !closed && outbox != null && outbox.send(message);
  }

  /// The status that begins with an event.
  private static Optional<String> status(RunEvent event) {
    return switch (event) {
      case RunEvent.Queued _, RunEvent.Started _, RunEvent.Requeued _ -> Optional.of("running");
      case RunEvent.Completed _ -> Optional.of("completed");
      case RunEvent.Failed _, RunEvent.Stopped _ -> Optional.of("stopped");
      case RunEvent.Created _,
          RunEvent.Released _,
          RunEvent.Said _,
          RunEvent.Thought _,
          RunEvent.ToolCalled _,
          RunEvent.ToolAnswered _,
          RunEvent.Steered _,
          RunEvent.Told _,
          RunEvent.Condensed _,
          RunEvent.AgentSwitching _,
          RunEvent.ModelFallback _,
          RunEvent.Noted _,
          RunEvent.Learned _,
          RunEvent.Asked _,
          RunEvent.Answered _,
          RunEvent.Spent _,
          RunEvent.BudgetRaised _,
          RunEvent.Delivered _,
          RunEvent.Printed _,
          RunEvent.Checked _,
          RunEvent.ResultCameLate _ ->
          Optional.empty();
    };
  }

  @Override
  public void look(long nowNanos) {
    if (outbox != null && nowNanos - lastPing > pulse.quiet().toNanos()) {
      lastPing = nowNanos;
      if (!visit.stillAdmitted()) {
        outbox.close(POLICY, "unknown token");
      } else if (desk.staff().find(caller, RunId.of(name)).isEmpty()) {
        outbox.close(POLICY, GONE);
      } else {
        outbox.ping();
      }
    }
  }

  @Override
  public void onWebSocketClose(int code, @Nullable String why, Callback callback) {
    forget();
    callback.succeed();
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    forget();
  }

  private void forget() {
    closed = true;
    pulse.remove(this);
    var following = follower;
    if (following != null) {
      following.close();
    }
    var listening = removal;
    if (listening != null) {
      listening.close();
    }
  }

  static ObjectNode message(String type) {
    return Json.object().put("type", type);
  }

  static ObjectNode error(String sentence) {
    return message("error").put("content", sentence);
  }
}
