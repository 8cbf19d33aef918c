package dev.retinue.llm.scripted;

import dev.retinue.llm.scripted.Conversation.Message;
import dev.retinue.llm.scripted.Conversation.Tool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// `POST /v1/chat/completions` of OpenAI, and of everybody who speaks like it.
final class OpenAiChat implements Api {
  @Override
  public String name() {
    return "chat";
  }

  @Override
  public boolean answers(String path) {
    return path.endsWith("/chat/completions");
  }

  @Override
  public Conversation read(String path, JsonNode body) {
    var system = new StringBuilder();
    var messages = new ArrayList<Message>();
    for (var message : body.path("messages")) {
      var text = Parts.text(message.path("content"));
      switch (message.path("role").asString("")) {
        case "assistant" -> messages.add(assistant(text, message.path("tool_calls")));
        case "user" -> messages.add(new Message.User(text));
        case "tool" -> messages.add(new Message.ToolResult(text));
        default -> system.append(text).append('\n');
      }
    }
    var tools = new ArrayList<Tool>();
    for (var tool : body.path("tools")) {
      var function = tool.path("function");
      tools.add(
          new Tool(
              function.path("name").asString(""), null, "function", function.get("parameters")));
    }
    return new Conversation(
        body.path("model").asString(""),
        body.path("stream").asBoolean(false),
        system.toString(),
        messages,
        tools,
        body.at("/response_format/json_schema").get("schema"));
  }

  private static Message assistant(String text, JsonNode calls) {
    int turn = -1;
    for (var call : calls) {
      turn = Math.max(turn, Reply.turnOf(call.path("id").asString("")));
    }
    return new Message.Assistant(text, turn);
  }

  @Override
  public JsonNode whole(Reply reply) {
    var message = Tree.of("role", "assistant", "content", reply.speaks() ? reply.text() : null);
    if (reply.reasoning() != null) {
      message.put("reasoning_content", reply.reasoning());
    }
    if (!reply.calls().isEmpty()) {
      message.set("tool_calls", Tree.JSON.valueToTree(calls(reply, false)));
    }
    return Tree.of(
        "id", Parts.id("chatcmpl"),
        "object", "chat.completion",
        "created", 1_800_000_000,
        "model", reply.model(),
        "choices", List.of(Tree.of("index", 0, "message", message, "finish_reason", finish(reply))),
        "usage", usage(reply.tokens()));
  }

  private static String finish(Reply reply) {
    return reply.stop("stop", "tool_calls", "length");
  }

  private static List<JsonNode> calls(Reply reply, boolean numbered) {
    var calls = new ArrayList<JsonNode>();
    for (var call : reply.calls()) {
      var function = Tree.of("name", call.name(), "arguments", Tree.text(call.input()));
      var node = Tree.of("id", call.id(), "type", "function", "function", function);
      calls.add(numbered ? node.put("index", calls.size()) : node);
    }
    return calls;
  }

  private static JsonNode usage(Reply.Tokens tokens) {
    return Tree.of(
        "prompt_tokens", tokens.allInput(),
        "completion_tokens", tokens.output(),
        "total_tokens", tokens.allInput() + tokens.output(),
        "prompt_tokens_details", cache(tokens),
        "completion_tokens_details", Tree.of("reasoning_tokens", tokens.reasoning()));
  }

  static JsonNode cache(Reply.Tokens tokens) {
    return Tree.of("cached_tokens", tokens.cached(), "cache_write_tokens", tokens.written());
  }

  @Override
  public List<Frame> frames(Reply reply) {
    var id = Parts.id("chatcmpl");
    var frames = new ArrayList<Frame>();
    frames.add(chunk(id, reply, Tree.of("role", "assistant", "content", ""), null, false));
    if (reply.reasoning() != null) {
      frames.add(chunk(id, reply, Tree.of("reasoning_content", reply.reasoning()), null, true));
    }
    for (var piece : reply.textInPieces()) {
      frames.add(chunk(id, reply, Tree.of("content", piece), null, true));
    }
    for (var call : calls(reply, true)) {
      frames.add(chunk(id, reply, Tree.of("tool_calls", List.of(call)), null, true));
    }
    frames.add(chunk(id, reply, Tree.of(), finish(reply), false));
    var last = head(id, reply, List.of());
    frames.add(Frame.of(null, last.setAll(Tree.of("usage", usage(reply.tokens()))), false));
    frames.add(new Frame(null, "[DONE]", false));
    return frames;
  }

  private static Frame chunk(
      String id, Reply reply, JsonNode delta, @Nullable String finish, boolean content) {
    var choice = Tree.of("index", 0, "delta", delta, "finish_reason", finish);
    return Frame.of(null, head(id, reply, List.of(choice)), content);
  }

  private static tools.jackson.databind.node.ObjectNode head(
      String id, Reply reply, List<JsonNode> choices) {
    return Tree.of(
        "id",
        id,
        "object",
        "chat.completion.chunk",
        "created",
        1_800_000_000,
        "model",
        reply.model(),
        "choices",
        choices);
  }

  @Override
  public JsonNode error(Failure failure) {
    return errorOf(failure);
  }

  static JsonNode errorOf(Failure failure) {
    var error =
        Tree.of("message", failure.message(), "type", failure.type(), "code", failure.type());
    if (failure.resetsAt() != 0) {
      error.put("resets_at", failure.resetsAt());
    }
    return Tree.of("error", error);
  }
}
