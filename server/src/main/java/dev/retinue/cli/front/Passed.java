package dev.retinue.cli.front;

import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.era.Meta;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RequestId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// The requests that were passed on to the daemon and have no answer yet.
final class Passed {
  /// A daemon that dies twice over the same request may be dying of it.
  private static final int MOST_TRIES = 2;

  private final McpServer offers;
  private final Map<RequestId, Sent> open = new LinkedHashMap<>();

  /// A request on its way.
  private record Sent(Line line, boolean repeatable, int tries) {}

  /// What becomes of requests whose daemon is gone.
  ///
  /// @param again can be passed on once more without being done twice
  /// @param unknown may have been done or not
  record Left(List<Line> again, List<RequestId> unknown) {}

  /// @param offers what the client was shown: it says which calls may be repeated
  Passed(McpServer offers) {
    this.offers = offers;
  }

  /// Notes a request, and returns the line to send.
  byte[] pass(Message.Request request, Line line) {
    if (line.tries() > 0 || !request.method().equals("tools/call")) {
      return sent(request, line, true);
    }
    var tool = offers.tools().get(String.valueOf(Json.text(request.params(), "name")));
    var hints = tool == null ? null : tool.info().annotations();
    if (hints != null && Boolean.TRUE.equals(hints.idempotentHint())) {
      return sent(request, line, true);
    }
    // It begins what lasts under the name of the call, and so only once.
    boolean named = tool != null && tool.edition().resumable();
    return sent(request, named ? name(request, line) : line, named);
  }

  private byte[] sent(Message.Request request, Line line, boolean repeatable) {
    open.put(request.id(), new Sent(line, repeatable, line.tries() + 1));
    return line.text();
  }

  private static Line name(Message.Request request, Line line) {
    var params = request.params();
    var meta = params.get("_meta") instanceof ObjectNode given ? given : params.putObject("_meta");
    if (!meta.has(Meta.CALL)) {
      meta.put(Meta.CALL, UUID.randomUUID().toString());
    }
    return new Line(Codec.write(request), request, line.tries());
  }

  /// It has its answer, or wants none any more.
  void forget(RequestId id) {
    open.remove(id);
  }

  /// The daemon is about to leave and has not begun it: it is for the next one, whatever it is.
  /// Says whether there is such a request.
  boolean putOff(RequestId id) {
    return open.computeIfPresent(
            id, (_, sent) -> new Sent(sent.line, true, Math.min(sent.tries, MOST_TRIES - 1)))
        != null;
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  /// There will be no more answers.
  Left leave() {
    var again = new ArrayList<Line>();
    var unknown = new ArrayList<RequestId>();
    open.forEach(
        (id, sent) -> {
          if (sent.repeatable && sent.tries < MOST_TRIES) {
            again.add(new Line(sent.line.text(), sent.line.message(), sent.tries));
          } else {
            unknown.add(id);
          }
        });
    open.clear();
    return new Left(again, unknown);
  }
}
