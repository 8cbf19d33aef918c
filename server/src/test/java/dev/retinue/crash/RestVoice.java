package dev.retinue.crash;

import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks the API for what the tools do.
final class RestVoice implements Voice {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final String base;
  private final String token;
  private final HttpClient http = HttpClient.newHttpClient();

  RestVoice(String base, String token) {
    this.base = base;
    this.token = token;
  }

  @Override
  public JsonNode call(String tool, ObjectNode arguments) throws Unanswered {
    var run = "/api/agents/" + arguments.path("agent_id").asString("");
    return switch (tool) {
      case "agent_start" -> begun(send("POST", "/api/agents", arguments));
      case "agent_status" -> status(arguments);
      case "agent_complete" -> send("POST", run + "/complete", without("agent_id", arguments));
      case "agent_stop" -> standing(send("POST", run + "/stop", null));
      case "answer" -> {
        send("POST", run + "/answers", without("agent_id", arguments));
        yield arguments;
      }
      case "list_pending" -> send("GET", "/api/pending", null);
      default -> throw new IllegalArgumentException(tool);
    };
  }

  private JsonNode status(ObjectNode arguments) throws Unanswered {
    var all = Json.object();
    var agents = all.putArray("agents");
    for (var id : arguments.path("agent_ids")) {
      agents.add(send("GET", "/api/agents/" + id.asString(), null));
    }
    return all;
  }

  private static JsonNode begun(JsonNode answer) {
    return ((ObjectNode) answer).put("agent_id", answer.path("id").asString());
  }

  /// In the words of the tool.
  private static JsonNode standing(JsonNode answer) {
    boolean completed = answer.path("state").asString().equals("completed");
    var ended = Json.object().put("status", completed ? "completed" : "stopped");
    ended.set(completed ? "completed_at" : "stopped_at", answer.path("ended_at"));
    return ended;
  }

  private static ObjectNode without(String name, ObjectNode arguments) {
    var rest = arguments.deepCopy();
    rest.remove(name);
    return rest;
  }

  private JsonNode send(String method, String path, @Nullable ObjectNode body) throws Unanswered {
    var request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(LIMIT)
            .header("Authorization", "Bearer " + token);
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(body.toString()));
    }
    try {
      var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      var answer = Json.WIRE.readTree(response.body());
      if (response.statusCode() >= 300) {
        var error = answer.path("error");
        throw new Refused(error.path("code").asString(), error.path("message").asString());
      }
      return answer;
    } catch (IOException e) {
      throw new Unanswered(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unanswered(e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
