package dev.retinue.bench.peer;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Sends the requests of a conversation that is known beforehand, and reads every answer to its
/// end. It decides nothing.
final class BareThinker implements Thinker {
  private static final String CONTENT = "\"content\":\"";
  private static final String SYSTEM =
      "You are an agent. Work on your contract until it is fulfilled. ".repeat(14);
  private static final String TOOL =
      """
      {"type":"function","function":{"name":"%s","description":"Looks at a place.","parameters":{"type":"object","properties":{"place":{"type":"string","description":"The place to look at, by its name."}},"required":["place"]}}}""";

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI address;
  private final Commits commits;
  private final Map<String, List<HttpRequest>> prepared = new ConcurrentHashMap<>();

  BareThinker(String address, Commits commits) {
    this.address = URI.create(address + "/v1/chat/completions");
    this.commits = commits;
  }

  @Override
  public Thought think(String model) throws Exception {
    var text = "";
    var requests = prepared.computeIfAbsent(model, this::prepare);
    for (var request : requests) {
      commits.reserve();
      try (var body = http.send(request, BodyHandlers.ofInputStream()).body()) {
        text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
      }
      commits.settle();
    }
    return new Thought("", said(text), requests.size());
  }

  private List<HttpRequest> prepare(String model) {
    int turns = model.startsWith("turns") ? Integer.parseInt(model.split("-")[1]) : 0;
    var messages = new StringBuilder();
    messages.append("{\"role\":\"system\",\"content\":\"%s\"}".formatted(SYSTEM));
    messages.append(",{\"role\":\"user\",\"content\":\"Look at all shelves.\"}");
    var tools = String.join(",", TOOL.formatted("look"), TOOL.formatted("a"), TOOL.formatted("b"));
    var requests = new ArrayList<HttpRequest>();
    for (int i = 0; i <= turns; i++) {
      var body =
          "{\"model\":\"%s\",\"stream\":true,\"messages\":[%s],\"tools\":[%s]}"
              .formatted(model, messages, tools);
      requests.add(
          HttpRequest.newBuilder(address)
              .version(HttpClient.Version.HTTP_1_1)
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_8)))
              .build());
      messages.append(turn(i));
    }
    return requests;
  }

  private static String turn(int number) {
    return ",{\"role\":\"assistant\",\"content\":\"%s\",\"tool_calls\":[{\"id\":\"call_%d\",\"type\":\"function\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"place\\\":\\\"shelf %d\\\"}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"call_%d\",\"content\":\"All is well at shelf %d.\"}"
        .formatted("word15 ".repeat(20), number, number, number, number);
  }

  private static String said(String events) {
    var said = new StringBuilder();
    for (int at = events.indexOf(CONTENT); at >= 0; at = events.indexOf(CONTENT, at)) {
      at += CONTENT.length();
      said.append(events, at, events.indexOf('"', at));
    }
    return said.toString();
  }
}
