package dev.retinue.mcp.testing;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a client that knows tasks does with them.
public final class TaskClient {
  private final HttpClients client;

  public TaskClient(TestServer test, String caller) {
    this.client = new HttpClients(test.endpoint(), caller);
  }

  /// Calls a tool that becomes a task, and answers its id.
  public String begin(String tool, String arguments) {
    return call(tool, arguments).path("taskId").asString();
  }

  public JsonNode call(String tool, String arguments) {
    return request("tools/call", Rpc.call(tool, arguments).toString()).path("result");
  }

  /// The task as it is now, or a missing node if there is none.
  public JsonNode get(String id) {
    return send("tasks/get", id).path("result");
  }

  public void update(String id, String answers) {
    require(
        request(
            "tasks/update", "{\"taskId\":\"%s\",\"inputResponses\":%s}".formatted(id, answers)));
  }

  public void cancel(String id) {
    require(send("tasks/cancel", id));
  }

  /// Sends a request of which the task is the only parameter.
  public JsonNode send(String method, String id) {
    return request(method, "{\"taskId\":\"%s\"}".formatted(id));
  }

  /// Waits until a question waits for its answer.
  public void untilAsked(String id, String key) {
    until(id, "/inputRequests/" + key);
  }

  /// Waits for the result, and answers the task.
  public JsonNode ended(String id) {
    until(id, "/result");
    return get(id);
  }

  private void until(String id, String part) {
    var params = "{\"notifications\":{\"taskIds\":[\"%s\"]}}".formatted(id);
    var stream = client.modern(Rpc.withTasks("1", "subscriptions/listen", params));
    stream.event();
    while (!(get(id).at(part) instanceof ObjectNode)) {
      stream.event();
    }
    stream.vanish();
  }

  private JsonNode request(String method, String params) {
    return client.modern(Rpc.withTasks("1", method, params)).json();
  }

  private static void require(JsonNode answer) {
    if (!answer.has("result")) {
      throw new AssertionError("It was refused: " + answer);
    }
  }
}
