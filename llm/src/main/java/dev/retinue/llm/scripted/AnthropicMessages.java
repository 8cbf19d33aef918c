package dev.retinue.llm.scripted;

import dev.retinue.llm.scripted.Conversation.Message;
import dev.retinue.llm.scripted.Conversation.Tool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `POST /v1/messages` of Anthropic.
final class AnthropicMessages implements Api {
  private static final String COUNT = "/messages/count_tokens";

  @Override
  public String name() {
    return "anthropic";
  }

  @Override
  public boolean answers(String path) {
    return path.endsWith("/messages") || path.endsWith(COUNT);
  }

  @Override
  public @Nullable JsonNode count(String path, long tokens) {
    return path.endsWith(COUNT) ? Tree.of("input_tokens", tokens) : null;
  }

  @Override
  public Conversation read(String path, JsonNode body) {
    var messages = new ArrayList<Message>();
    for (var message : body.path("messages")) {
      switch (message.path("role").asString("")) {
        case "assistant" -> messages.add(assistant(message.path("content")));
        case "user" -> messages.addAll(user(message.path("content")));
        default -> {}
      }
    }
    var tools = new ArrayList<Tool>();
    for (var tool : body.path("tools")) {
      tools.add(
          new Tool(tool.path("name").asString(""), null, "function", tool.get("input_schema")));
    }
    return new Conversation(
        body.path("model").asString(""),
        body.path("stream").asBoolean(false),
        Parts.text(body.path("system")),
        messages,
        tools,
        body.at("/output_config/format").get("schema"));
  }

  private static Message assistant(JsonNode content) {
    int turn = -1;
    for (var part : content) {
      turn = Math.max(turn, Reply.turnOf(part.path("id").asString("")));
    }
    return new Message.Assistant(Parts.text(content), turn);
  }

  private static List<Message> user(JsonNode content) {
    var messages = new ArrayList<Message>();
    for (var part : content) {
      if (part.path("type").asString("").equals("tool_result")) {
        messages.add(new Message.ToolResult(Parts.text(part.path("content"))));
      }
    }
    var text = Parts.text(content);
    if (!text.isEmpty()) {
      messages.add(new Message.User(text));
    }
    return messages;
  }

  @Override
  public JsonNode whole(Reply reply) {
    return message(reply, content(reply), stop(reply));
  }

  private static String stop(Reply reply) {
    return reply.stop("end_turn", "tool_use", "max_tokens");
  }

  private static ObjectNode message(Reply reply, List<JsonNode> content, @Nullable String stop) {
    return Tree.of(
        "id",
        Parts.id("msg"),
        "type",
        "message",
        "role",
        "assistant",
        "model",
        reply.model(),
        "content",
        content,
        "stop_reason",
        stop,
        "stop_sequence",
        null,
        "usage",
        usage(reply.tokens()));
  }

  private static JsonNode usage(Reply.Tokens tokens) {
    return Tree.of(
        "input_tokens", tokens.input(),
        "cache_creation_input_tokens", tokens.written(),
        "cache_read_input_tokens", tokens.cached(),
        "output_tokens", tokens.output(),
        "service_tier", "standard");
  }

  private static List<JsonNode> content(Reply reply) {
    var content = new ArrayList<JsonNode>();
    if (reply.reasoning() != null) {
      content.add(
          Tree.of("type", "thinking", "thinking", reply.reasoning(), "signature", "c2NyaXB0"));
    }
    if (reply.speaks()) {
      content.add(Tree.of("type", "text", "text", reply.text()));
    }
    for (var call : reply.calls()) {
      content.add(
          Tree.of("type", "tool_use", "id", call.id(), "name", call.name(), "input", call.input()));
    }
    return content;
  }

  @Override
  public List<Frame> frames(Reply reply) {
    var frames = new ArrayList<Frame>();
    frames.add(frame("message_start", false, "message", begun(reply)));
    frames.add(frame("ping", false));
    var content = content(reply);
    for (int i = 0; i < content.size(); i++) {
      frames.add(
          frame("content_block_start", false, "index", i, "content_block", empty(content.get(i))));
      for (var delta : deltas(content.get(i), reply)) {
        frames.add(frame("content_block_delta", true, "index", i, "delta", delta));
      }
      frames.add(frame("content_block_stop", false, "index", i));
    }
    var stop = Tree.of("stop_reason", stop(reply), "stop_sequence", null);
    frames.add(frame("message_delta", false, "delta", stop, "usage", usage(reply.tokens())));
    frames.add(frame("message_stop", false));
    return frames;
  }

  /// What it will have used at its end is not known yet.
  private static JsonNode begun(Reply reply) {
    var message = message(reply, List.of(), null);
    message.withObjectProperty("usage").put("output_tokens", 1);
    return message;
  }

  private static Frame frame(String type, boolean content, @Nullable Object... rest) {
    return Frame.of(type, Tree.of("type", type).setAll(Tree.of(rest)), content);
  }

  /// A part of which nothing has been said yet.
  private static JsonNode empty(JsonNode part) {
    return switch (part.path("type").asString("")) {
      case "text" -> Tree.of("type", "text", "text", "");
      case "thinking" -> Tree.of("type", "thinking", "thinking", "", "signature", "");
      default ->
          Tree.of(
              "type",
              "tool_use",
              "id",
              part.get("id"),
              "name",
              part.get("name"),
              "input",
              Map.of());
    };
  }

  private static List<JsonNode> deltas(JsonNode part, Reply reply) {
    var deltas = new ArrayList<JsonNode>();
    switch (part.path("type").asString("")) {
      case "text" ->
          reply
              .textInPieces()
              .forEach(piece -> deltas.add(Tree.of("type", "text_delta", "text", piece)));
      case "thinking" -> {
        deltas.add(Tree.of("type", "thinking_delta", "thinking", part.get("thinking")));
        deltas.add(Tree.of("type", "signature_delta", "signature", part.get("signature")));
      }
      default ->
          deltas.add(
              Tree.of("type", "input_json_delta", "partial_json", part.path("input").toString()));
    }
    return deltas;
  }

  @Override
  public JsonNode error(Failure failure) {
    return Tree.of(
        "type", "error",
        "error", Tree.of("type", failure.type(), "message", failure.message()),
        "request_id", Parts.id("req"));
  }

  /// Those by which a subscription and a key are told when their limit is lifted.
  @Override
  public Map<String, String> headers(Failure failure) {
    if (failure.resetsAt() == 0) {
      return Map.of();
    }
    var headers = new TreeMap<String, String>();
    headers.put("anthropic-ratelimit-unified-status", "rejected");
    headers.put("anthropic-ratelimit-unified-representative-claim", "five_hour");
    headers.put("anthropic-ratelimit-unified-reset", Long.toString(failure.resetsAt()));
    headers.put(
        "anthropic-ratelimit-requests-reset", Instant.ofEpochSecond(failure.resetsAt()).toString());
    return headers;
  }
}
