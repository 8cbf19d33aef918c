package dev.retinue.llm.scripted;

import dev.retinue.llm.scripted.Conversation.Message;
import dev.retinue.llm.scripted.Conversation.Tool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `POST /v1/responses` of OpenAI.
final class OpenAiResponses implements Api {
  @Override
  public String name() {
    return "responses";
  }

  @Override
  public boolean answers(String path) {
    return path.endsWith("/responses");
  }

  @Override
  public Conversation read(String path, JsonNode body) {
    var system = new StringBuilder(body.path("instructions").asString(""));
    var messages = new ArrayList<Message>();
    var input = body.path("input");
    if (input.isString()) {
      messages.add(new Message.User(input.stringValue()));
    }
    for (var item : input) {
      read(item, messages, system);
    }
    return new Conversation(
        body.path("model").asString(""),
        body.path("stream").asBoolean(false),
        system.toString(),
        messages,
        tools(body.path("tools")),
        body.at("/text/format").get("schema"));
  }

  private static void read(JsonNode item, List<Message> messages, StringBuilder system) {
    var type = item.path("type").asString("message");
    if (type.equals("message")) {
      var text = Parts.text(item.path("content"));
      switch (item.path("role").asString("")) {
        case "assistant" -> messages.add(new Message.Assistant(text, -1));
        case "user" -> messages.add(new Message.User(text));
        default -> system.append('\n').append(text);
      }
    } else if (type.endsWith("_call")) {
      messages.add(new Message.Assistant("", Reply.turnOf(item.path("call_id").asString(""))));
    } else if (type.endsWith("_output")) {
      messages.add(new Message.ToolResult(output(item)));
    }
  }

  private static String output(JsonNode item) {
    var output = item.path("output");
    var text = Parts.text(output.has("content") ? output.path("content") : output);
    return text.isEmpty() ? Tree.text(output.isMissingNode() ? item : output) : text;
  }

  private static List<Tool> tools(JsonNode offered) {
    var tools = new ArrayList<Tool>();
    for (var tool : offered) {
      var type = tool.path("type").asString("function");
      if (type.equals("namespace")) {
        for (var inner : tool.path("tools")) {
          tools.add(tool(inner, tool.path("name").asString("")));
        }
      } else {
        tools.add(tool(tool, null));
      }
    }
    return tools;
  }

  private static Tool tool(JsonNode tool, @Nullable String space) {
    var type = tool.path("type").asString("function");
    return new Tool(tool.path("name").asString(type), space, type, tool.get("parameters"));
  }

  @Override
  public JsonNode whole(Reply reply) {
    return response(reply, Parts.id("resp"), output(reply));
  }

  private static ObjectNode response(Reply reply, String id, @Nullable List<ObjectNode> output) {
    return Tree.of(
        "id",
        id,
        "object",
        "response",
        "created_at",
        1_800_000_000,
        "status",
        output == null ? "in_progress" : reply.stop("completed", "completed", "incomplete"),
        "error",
        null,
        "incomplete_details",
        reply.cut() ? Tree.of("reason", "max_output_tokens") : null,
        "model",
        reply.model(),
        "output",
        output == null ? List.of() : output,
        "parallel_tool_calls",
        true,
        "store",
        false,
        "usage",
        output == null ? null : usage(reply.tokens()));
  }

  private static JsonNode usage(Reply.Tokens tokens) {
    return Tree.of(
        "input_tokens", tokens.allInput(),
        "input_tokens_details", OpenAiChat.cache(tokens),
        "output_tokens", tokens.output(),
        "output_tokens_details", Tree.of("reasoning_tokens", tokens.reasoning()),
        "total_tokens", tokens.allInput() + tokens.output());
  }

  private static List<ObjectNode> output(Reply reply) {
    var output = new ArrayList<ObjectNode>();
    if (reply.reasoning() != null) {
      var summary = Tree.of("type", "summary_text", "text", reply.reasoning());
      output.add(
          Tree.of(
              "type",
              "reasoning",
              "id",
              Parts.id("rs"),
              "summary",
              List.of(summary),
              "encrypted_content",
              "c2NyaXB0"));
    }
    if (reply.speaks()) {
      output.add(
          Tree.of(
              "type", "message",
              "id", Parts.id("msg"),
              "status", "completed",
              "role", "assistant",
              "content", List.of(textPart(reply.text()))));
    }
    reply.calls().forEach(call -> output.add(call(call)));
    return output;
  }

  private static ObjectNode textPart(String text) {
    return Tree.of("type", "output_text", "text", text, "annotations", List.of());
  }

  private static ObjectNode call(Reply.Call call) {
    var item = Tree.of("id", Parts.id("item"), "status", "completed", "call_id", call.id());
    switch (call.kind()) {
      case "custom" ->
          item.put("type", "custom_tool_call")
              .put("name", call.name())
              .put("input", Tree.text(call.input()));
      case "tool_search" ->
          item.put("type", "tool_search_call")
              .put("execution", "client")
              .set("arguments", call.input());
      case "local_shell" -> item.put("type", "local_shell_call").set("action", call.input());
      default ->
          item.put("type", "function_call")
              .put("name", call.name())
              .put("arguments", call.input().toString());
    }
    if (call.space() != null) {
      item.put("namespace", call.space());
    }
    return item;
  }

  @Override
  public List<Frame> frames(Reply reply) {
    var frames = new ArrayList<Frame>();
    var id = Parts.id("resp");
    var begun = response(reply, id, null);
    add(frames, "response.created", false, "response", begun);
    add(frames, "response.in_progress", false, "response", begun);
    var output = output(reply);
    for (int i = 0; i < output.size(); i++) {
      item(frames, i, output.get(i), reply);
    }
    var end = response(reply, id, output);
    add(frames, "response." + end.path("status").asString(""), false, "response", end);
    return frames;
  }

  private static void item(List<Frame> frames, int index, ObjectNode item, Reply reply) {
    var begun = item.deepCopy();
    if (begun.has("status")) {
      begun.put("status", "in_progress");
    }
    switch (item.path("type").asString("")) {
      case "message" -> {
        begun.putArray("content");
        add(frames, "response.output_item.added", false, "output_index", index, "item", begun);
        text(frames, index, item.path("id").asString(""), reply);
      }
      case "function_call" -> {
        begun.put("arguments", "");
        add(frames, "response.output_item.added", false, "output_index", index, "item", begun);
        arguments(frames, index, item);
      }
      case "reasoning" -> {
        begun.putArray("summary");
        add(frames, "response.output_item.added", false, "output_index", index, "item", begun);
        thought(frames, index, item);
      }
      default ->
          add(frames, "response.output_item.added", true, "output_index", index, "item", begun);
    }
    add(frames, "response.output_item.done", false, "output_index", index, "item", item);
  }

  private static void text(List<Frame> frames, int index, String id, Reply reply) {
    var place = Tree.of("item_id", id, "output_index", index, "content_index", 0);
    add(frames, "response.content_part.added", place, "part", textPart(""));
    for (var piece : reply.textInPieces()) {
      add(frames, "response.output_text.delta", place, "delta", piece);
    }
    add(frames, "response.output_text.done", place, "text", reply.text());
    add(frames, "response.content_part.done", place, "part", textPart(reply.text()));
  }

  private static void thought(List<Frame> frames, int index, JsonNode item) {
    var place = Tree.of("item_id", item.get("id"), "output_index", index, "summary_index", 0);
    var part = item.path("summary").path(0);
    var empty = Tree.of("type", "summary_text", "text", "");
    add(frames, "response.reasoning_summary_part.added", place, "part", empty);
    add(frames, "response.reasoning_summary_text.delta", place, "delta", part.path("text"));
    add(frames, "response.reasoning_summary_text.done", place, "text", part.path("text"));
    add(frames, "response.reasoning_summary_part.done", place, "part", part);
  }

  private static void arguments(List<Frame> frames, int index, JsonNode item) {
    var place = Tree.of("item_id", item.get("id"), "output_index", index);
    var arguments = item.path("arguments").asString("");
    add(frames, "response.function_call_arguments.delta", place, "delta", arguments);
    add(frames, "response.function_call_arguments.done", place, "arguments", arguments);
  }

  private static void add(
      List<Frame> frames, String type, ObjectNode place, String name, Object value) {
    var data = Tree.of("type", type, "sequence_number", frames.size());
    data.setAll(place);
    data.setAll(Tree.of(name, value));
    frames.add(Frame.of(type, data, type.endsWith(".delta")));
  }

  private static void add(
      List<Frame> frames, String type, boolean content, @Nullable Object... rest) {
    var data = Tree.of("type", type, "sequence_number", frames.size()).setAll(Tree.of(rest));
    frames.add(Frame.of(type, data, content));
  }

  @Override
  public JsonNode error(Failure failure) {
    return OpenAiChat.errorOf(failure);
  }
}
