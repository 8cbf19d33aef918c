package dev.retinue.runtime.coder.fake;

import dev.retinue.llm.scripted.HttpSocket;
import dev.retinue.runtime.coder.fake.FakeAgentApi.NotSent;
import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// How the built-in AgentAPI answers over HTTP.
final class AgentApiRoutes {
  private static final Pattern FILE_NAME = Pattern.compile("filename=\"([^\"]*)\"");
  private static final Duration GLANCE = Duration.ofMillis(50);
  private static final String PROBLEM = "application/problem+json";

  private final World world;
  private final FakeAgentApi api;

  AgentApiRoutes(World world, FakeAgentApi api) {
    this.world = world;
    this.api = api;
  }

  Reply answer(Request request) {
    if (!api.allows(request.header("host").orElse(""))) {
      return Reply.text(
          400,
          "text/plain; charset=utf-8",
          "Invalid host header. Allowed hosts: " + api.allowedHosts());
    }
    return switch (request.method() + " " + request.path()) {
      case "GET /status" ->
          Reply.json(
              200,
              Tree.of(
                  "status", api.status(), "agent_type", "claude", "transport", api.transport()));
      case "GET /messages" -> Reply.json(200, Tree.of("messages", Tree.list(messages())));
      case "POST /message" -> message(request.json());
      case "POST /upload" -> upload(request.body());
      case "GET /events" -> new Reply.Written(this::events);
      default -> Reply.text(404, "text/plain; charset=utf-8", "404 page not found\n");
    };
  }

  private List<? extends JsonNode> messages() {
    return api.messages().stream()
        .map(
            it ->
                Tree.of(
                    "id", it.id(),
                    "role", it.role(),
                    "content", it.content(),
                    "time", it.time()))
        .toList();
  }

  private Reply message(JsonNode body) {
    var wrong = new ArrayList<String>();
    if (!body.path("content").isString()) {
      wrong.add("expected required property content to be present");
    }
    if (!Set.of("user", "raw").contains(body.path("type").asString(""))) {
      wrong.add("expected value to be one of \"raw, user\"");
    }
    if (body.propertyNames().stream().anyMatch(it -> !it.matches("content|type|\\$schema"))) {
      wrong.add("unexpected property");
    }
    if (!wrong.isEmpty()) {
      return problem(422, "Unprocessable Entity", "validation failed", wrong);
    }
    try {
      var content = body.path("content").stringValue();
      if (body.path("type").asString("").equals("user")) {
        api.send(content);
      } else {
        api.type(content);
      }
      return Reply.json(200, Tree.of("ok", true));
    } catch (NotSent e) {
      return problem(
          500,
          "Internal Server Error",
          "unexpected error occurred",
          List.of("failed to send message: " + e.getMessage()));
    }
  }

  private static Reply problem(int status, String title, String detail, List<String> errors) {
    return Reply.text(
        status,
        PROBLEM,
        Tree.of(
                "title", title,
                "status", status,
                "detail", detail,
                "errors", errors.stream().map(it -> Map.of("message", it)).toList())
            .toString());
  }

  private static Reply upload(String body) {
    var name = FILE_NAME.matcher(body);
    return name.find()
        ? Reply.json(200, Tree.of("ok", true, "filePath", "/home/coder/uploads/" + name.group(1)))
        : problem(422, "Unprocessable Entity", "validation failed", List.of("file is required"));
  }

  private void events(HttpSocket socket) throws IOException, InterruptedException {
    BlockingQueue<String> heard;
    synchronized (world) {
      heard = api.listen();
    }
    try {
      socket.head(200, Map.of("Content-Type", "text/event-stream", "Transfer-Encoding", "chunked"));
      while (api.isAlive() && !socket.isGone()) {
        var frame = heard.poll(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
        if (frame != null) {
          socket.chunk(frame);
        }
      }
    } finally {
      synchronized (world) {
        api.leave(heard);
      }
    }
  }
}
