package dev.retinue.mcp.transport;

import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.rpc.Codec;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// The MCP endpoint over HTTP, for both eras, without a web server in it.
public final class HttpEndpoint implements AutoCloseable {
  private static final int LONGEST_BATCH = 100;

  private final Eras eras;
  private final Hosts hosts;
  private final Duration quiet;
  private final SignsOfLife signs;
  private final Set<HttpExchange> atWork = ConcurrentHashMap.newKeySet();

  /// @param quiet how long a client may hear nothing before it gets a sign of life
  public HttpEndpoint(Eras eras, Hosts hosts, Duration quiet) {
    this.eras = eras;
    this.hosts = hosts;
    this.quiet = quiet;
    this.signs = new SignsOfLife(quiet.dividedBy(4));
  }

  /// The names that it answers to.
  public Hosts hosts() {
    return hosts;
  }

  /// How many sessions of clients there are.
  public int sessions() {
    return eras.legacy().sessions();
  }

  /// How many clients listen to what comes.
  public int subscriptions() {
    return eras.modern().subscriptions();
  }

  /// Deals with a request on the current thread, which returns when the request is answered or only
  /// a stream of it is left.
  public void handle(Http.Request request, Http.Response response) {
    var exchange = new HttpExchange(request, response, signs, quiet);
    atWork.add(exchange);
    try {
      if (!hosts.allow(request.header("Host"), request.header("Origin"))) {
        throw refusal(403, "This host or origin is not allowed here");
      }
      switch (request.method()) {
        case "POST" -> post(request, exchange);
        case "GET" -> {
          requireSession(exchange);
          if (!exchange.canStream()) {
            throw refusal(406, "The client must accept text/event-stream");
          }
          eras.legacy().listen(exchange);
        }
        case "DELETE" -> {
          requireSession(exchange);
          eras.legacy().end(exchange);
        }
        default -> throw refusal(405, "Only POST, GET and DELETE are allowed here");
      }
    } catch (RpcException e) {
      var headers = e.httpStatus() == 405 ? Map.of("Allow", "POST") : Map.<String, String>of();
      exchange.reply(e.httpStatus(), headers, new Message.Failure(null, e.error()));
    } finally {
      atWork.remove(exchange);
    }
  }

  private void post(Http.Request request, HttpExchange exchange) {
    if (!isJson(request.header("Content-Type"))) {
      throw refusal(415, "The content type must be application/json");
    }
    byte[] body;
    try {
      body = request.body(Json.LONGEST);
    } catch (Http.TooLarge e) {
      throw refusal(413, "A message may have at most " + Json.LONGEST + " bytes");
    }
    var json = Codec.parse(body);
    if (json instanceof ArrayNode batch) {
      handleBatch(batch, exchange);
    } else {
      eras.handle(read(json, exchange), exchange);
    }
  }

  private static boolean isJson(@Nullable String type) {
    if (type == null) {
      return false;
    }
    int parameters = type.indexOf(';');
    var essence = parameters < 0 ? type : type.substring(0, parameters);
    return essence.strip().equalsIgnoreCase("application/json");
  }

  private static Message read(JsonNode json, HttpExchange exchange) {
    try {
      return Codec.read(json);
    } catch (RpcException e) {
      var id = Codec.idOf(json).orElse(null);
      exchange.reply(400, Map.of(), new Message.Failure(id, e.error()));
      throw e;
    }
  }

  private void handleBatch(ArrayNode batch, HttpExchange exchange) {
    boolean allowed =
        exchange.session() != null
            && !batch.isEmpty()
            && batch.size() <= LONGEST_BATCH
            && eras.legacy().takesBatches(exchange);
    if (!allowed) {
      throw refusal(400, "A message is one JSON object, not a list of them");
    }
    var part = new BatchExchange(exchange);
    for (var json : batch) {
      try {
        eras.legacy().handle(readPart(json), part);
      } catch (RpcException e) {
        part.reply(200, Map.of(), new Message.Failure(Codec.idOf(json).orElse(null), e.error()));
      }
    }
    exchange.replyAll(Map.of(), part.answers());
  }

  private static Message readPart(JsonNode json) {
    var message = Codec.read(json);
    if (message instanceof Message.Request request && request.method().equals("initialize")) {
      throw refusal(400, "A handshake is never one of several messages");
    }
    return message;
  }

  private static void requireSession(HttpExchange exchange) {
    if (exchange.session() == null) {
      throw refusal(405, "Only POST is allowed here");
    }
  }

  private static RpcException refusal(int status, String sentence) {
    return new RpcException(new RpcError(RpcError.INVALID_REQUEST, sentence), status);
  }

  /// Cancels every call that is still at work, of either era, and ends all streams.
  @Override
  public void close() {
    signs.close();
    atWork.forEach(exchange -> exchange.calls().cancelAll());
    eras.modern().close();
    eras.legacy().close();
  }
}
