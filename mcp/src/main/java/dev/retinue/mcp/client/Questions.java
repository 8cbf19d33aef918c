package dev.retinue.mcp.client;

import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RequestId;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What servers ask of a client: as requests in the older revisions, as part of a result or of a
/// task in the newer ones. The answers come from the same handler.
final class Questions implements AutoCloseable {
  private static final int MOST_AT_ONCE = 64;

  private final ClientOptions options;
  private final Map<RequestId, Thread> busy = new ConcurrentHashMap<>();

  Questions(ClientOptions options) {
    this.options = options;
  }

  /// Whether somebody is being asked by request just now.
  boolean isBusy() {
    return !busy.isEmpty();
  }

  /// Answers a request of the server, on a thread of its own.
  void answer(Message.Request request, Consumer<Message> reply) {
    var id = request.id();
    if (busy.size() >= MOST_AT_ONCE || busy.containsKey(id)) {
      reply.accept(refusal(id, RpcError.INTERNAL_ERROR, "The client is asked too much at once"));
      return;
    }
    var thread =
        Thread.ofVirtual()
            .name("mcp-client-" + request.method())
            .unstarted(
                () -> {
                  try {
                    reply.accept(answer(request));
                  } finally {
                    busy.remove(id);
                  }
                });
    busy.put(id, thread);
    thread.start();
  }

  private Message answer(Message.Request request) {
    try {
      if (request.method().equals("ping")) {
        return new Message.Result(request.id(), Json.object());
      }
      return new Message.Result(request.id(), answer(request.method(), request.params()));
    } catch (RpcException e) {
      return new Message.Failure(request.id(), e.error());
    } catch (McpClientException e) {
      return refusal(request.id(), RpcError.INTERNAL_ERROR, "The client cannot answer this");
    }
  }

  /// Answers all questions of an answer or a task, by their keys.
  ObjectNode answers(ObjectNode inputRequests) {
    var answers = Json.object();
    for (var entry : inputRequests.properties()) {
      if (!(entry.getValue() instanceof ObjectNode question)) {
        throw McpClientException.broken("The question '" + entry.getKey() + "' is no object");
      }
      var method = Answers.text(question, "method");
      answers.set(entry.getKey(), answer(method, Json.child(question, "params")));
    }
    return answers;
  }

  private ObjectNode answer(String method, ObjectNode params) {
    var question = read(method, params);
    if (!options.capabilitiesJson(false).has(question.capability())) {
      throw RpcException.methodNotFound(method);
    }
    try {
      return options.input().answer(question);
    } catch (InterruptedException e) {
      throw McpClientException.interrupted("The answer to " + method);
    } catch (RpcException | McpClientException e) {
      throw e;
    } catch (Exception e) {
      throw new McpClientException(
          McpClientException.Reason.BROKEN, "The input handler failed at " + method, e);
    }
  }

  private static InputRequest read(String method, ObjectNode params) {
    return switch (method) {
      case "elicitation/create" -> {
        if (!(params.get("requestedSchema") instanceof ObjectNode schema)) {
          throw RpcException.invalidParams("This client answers forms, and this is none");
        }
        yield new InputRequest.Elicit(params.path("message").asString(""), schema);
      }
      case "sampling/createMessage" -> new InputRequest.Sample(params);
      case "roots/list" -> new InputRequest.ListRoots();
      default -> throw RpcException.methodNotFound(method);
    };
  }

  private static Message refusal(RequestId id, int code, String sentence) {
    return new Message.Failure(id, new RpcError(code, sentence));
  }

  /// The server does not want to know any more.
  void cancel(@Nullable JsonNode id) {
    if (id != null) {
      RequestId.read(id).map(busy::get).ifPresent(Thread::interrupt);
    }
  }

  @Override
  public void close() {
    busy.values().forEach(Thread::interrupt);
  }
}
