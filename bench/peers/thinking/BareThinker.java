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
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
      text = send(request);
    }
    return new Thought("", said(text), requests.size());
  }

  /// What a lead is sent: the work, and after it what its members said.
  @Override
  public Thought thinkInTeam(String member) throws Exception {
    var lead = prepared.computeIfAbsent("lead-3", this::prepareLead);
    send(lead.getFirst());
    int turns = 0;
    try (var members = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new ArrayList<Future<Thought>>();
      for (int i = 0; i < 3; i++) {
        all.add(members.submit(() -> think(member)));
      }
      for (var each : all) {
        turns += each.get().turns();
      }
    }
    var said = send(lead.getLast());
    return new Thought("", said(said), turns + 2);
  }

  /// What was said so far is kept as the text of the next request.
  @Override
  public Conversation converse() {
    var messages = new StringBuilder("{\"role\":\"system\",\"content\":\"%s\"}".formatted(SYSTEM));
    return text -> {
      messages.append(",{\"role\":\"user\",\"content\":\"%s\"}".formatted(text));
      var answer = said(send(request("turns-0", messages, TOOL.formatted("look"))));
      messages.append(",{\"role\":\"assistant\",\"content\":\"%s\"}".formatted(answer));
    };
  }

  private String send(HttpRequest request) throws Exception {
    commits.reserve();
    try (var body = http.send(request, BodyHandlers.ofInputStream()).body()) {
      var text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
      commits.settle();
      return text;
    }
  }

  private List<HttpRequest> prepareLead(String model) {
    var work =
        "{\"role\":\"system\",\"content\":\"%s\"},{\"role\":\"user\",\"content\":\"Look at all shelves.\"}"
            .formatted(SYSTEM);
    var calls = new StringBuilder();
    var results = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      calls.append(
          "%s{\"id\":\"call_%d\",\"type\":\"function\",\"function\":{\"name\":\"transfer_task\",\"arguments\":\"{}\"}}"
              .formatted(i == 0 ? "" : ",", i));
      results.append(
          ",{\"role\":\"tool\",\"tool_call_id\":\"call_%d\",\"content\":\"%s\"}"
              .formatted(i, "word15 ".repeat(20)));
    }
    var heard =
        work
            + ",{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[%s]}".formatted(calls)
            + results;
    var tools = String.join(",", TOOL.formatted("look"), TOOL.formatted("transfer_task"));
    return List.of(request(model, work, tools), request(model, heard, tools));
  }

  private HttpRequest request(String model, CharSequence messages, String tools) {
    var body =
        "{\"model\":\"%s\",\"stream\":true,\"messages\":[%s],\"tools\":[%s]}"
            .formatted(model, messages, tools);
    return HttpRequest.newBuilder(address)
        .version(HttpClient.Version.HTTP_1_1)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_8)))
        .build();
  }

  private List<HttpRequest> prepare(String model) {
    int turns = model.startsWith("turns") ? Integer.parseInt(model.split("-")[1]) : 0;
    var messages = new StringBuilder();
    messages.append("{\"role\":\"system\",\"content\":\"%s\"}".formatted(SYSTEM));
    messages.append(",{\"role\":\"user\",\"content\":\"Look at all shelves.\"}");
    var tools = String.join(",", TOOL.formatted("look"), TOOL.formatted("a"), TOOL.formatted("b"));
    var requests = new ArrayList<HttpRequest>();
    for (int i = 0; i <= turns; i++) {
      requests.add(request(model, messages, tools));
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
