package dev.retinue.llm.scripted;

import dev.retinue.llm.scripted.Conversation.Message;
import dev.retinue.llm.scripted.Conversation.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// `generateContent` and `streamGenerateContent` of Google.
final class Gemini implements Api {
  private static final Pattern PATH =
      Pattern.compile("/models/([^/:]+):(generateContent|streamGenerateContent|countTokens)$");

  @Override
  public String name() {
    return "gemini";
  }

  @Override
  public boolean answers(String path) {
    return PATH.matcher(path).find();
  }

  @Override
  public @Nullable JsonNode count(String path, long tokens) {
    return path.endsWith(":countTokens") ? Tree.of("totalTokens", tokens) : null;
  }

  @Override
  public Conversation read(String path, JsonNode body) {
    var match = PATH.matcher(path);
    var model = match.find() ? match.group(1) : "";
    var messages = new ArrayList<Message>();
    for (var content : body.path("contents")) {
      if (content.path("role").asString("").equals("model")) {
        messages.add(assistant(content.path("parts")));
      } else {
        messages.addAll(user(content.path("parts")));
      }
    }
    var settings = body.path("generationConfig");
    var schema = settings.get("responseJsonSchema");
    return new Conversation(
        model,
        path.endsWith(":streamGenerateContent"),
        Parts.text(body.at("/systemInstruction/parts")),
        messages,
        tools(body.path("tools")),
        schema != null ? schema : settings.get("responseSchema"));
  }

  private static Message assistant(JsonNode parts) {
    int turn = -1;
    for (var part : parts) {
      turn = Math.max(turn, Reply.turnOf(part.at("/functionCall/id").asString("")));
    }
    return new Message.Assistant(Parts.text(parts), turn);
  }

  private static List<Message> user(JsonNode parts) {
    var messages = new ArrayList<Message>();
    for (var part : parts) {
      if (part.has("functionResponse")) {
        var response = part.at("/functionResponse/response");
        messages.add(
            new Message.ToolResult(
                Tree.text(response.has("output") ? response.path("output") : response)));
      }
    }
    var text = Parts.text(parts);
    if (!text.isEmpty()) {
      messages.add(new Message.User(text));
    }
    return messages;
  }

  private static List<Tool> tools(JsonNode offered) {
    var tools = new ArrayList<Tool>();
    for (var group : offered) {
      for (var tool : group.path("functionDeclarations")) {
        var schema = tool.get("parametersJsonSchema");
        tools.add(
            new Tool(
                tool.path("name").asString(""),
                null,
                "function",
                schema != null ? schema : tool.get("parameters")));
      }
    }
    return tools;
  }

  @Override
  public JsonNode whole(Reply reply) {
    var parts = thoughts(reply);
    if (reply.speaks()) {
      parts.add(Tree.of("text", reply.text()));
    }
    parts.addAll(calls(reply));
    return answer(reply, parts, finish(reply));
  }

  private static String finish(Reply reply) {
    return reply.stop("STOP", "STOP", "MAX_TOKENS");
  }

  private static List<JsonNode> thoughts(Reply reply) {
    var parts = new ArrayList<JsonNode>();
    if (reply.reasoning() != null) {
      parts.add(Tree.of("text", reply.reasoning(), "thought", true));
    }
    return parts;
  }

  private static List<JsonNode> calls(Reply reply) {
    var parts = new ArrayList<JsonNode>();
    for (var call : reply.calls()) {
      var function = Tree.of("id", call.id(), "name", call.name(), "args", call.input());
      parts.add(Tree.of("functionCall", function, "thoughtSignature", "c2NyaXB0"));
    }
    return parts;
  }

  private static JsonNode answer(Reply reply, List<JsonNode> parts, @Nullable String finish) {
    var candidate = Tree.of("content", Tree.of("role", "model", "parts", parts), "index", 0);
    if (finish != null) {
      candidate.put("finishReason", finish);
    }
    var tokens = reply.tokens();
    return Tree.of(
        "candidates", List.of(candidate),
        "usageMetadata",
            Tree.of(
                "promptTokenCount", tokens.allInput(),
                "cachedContentTokenCount", tokens.cached(),
                "candidatesTokenCount", tokens.output(),
                "thoughtsTokenCount", tokens.reasoning(),
                "totalTokenCount", tokens.allInput() + tokens.output() + tokens.reasoning()),
        "modelVersion", reply.model(),
        "responseId", Parts.unique());
  }

  @Override
  public List<Frame> frames(Reply reply) {
    var frames = new ArrayList<Frame>();
    var before = thoughts(reply);
    reply.textInPieces().forEach(piece -> before.add(Tree.of("text", piece)));
    for (var part : before) {
      frames.add(Frame.of(null, answer(reply, List.of(part), null), true));
    }
    var calls = calls(reply);
    var last = calls.isEmpty() ? List.<JsonNode>of(Tree.of("text", "")) : calls;
    frames.add(Frame.of(null, answer(reply, last, finish(reply)), false));
    return frames;
  }

  @Override
  public JsonNode error(Failure failure) {
    var error =
        Tree.of("code", failure.status(), "message", failure.message(), "status", word(failure));
    if (failure.retryAfter() != 0) {
      var info =
          Tree.of(
              "@type",
              "type.googleapis.com/google.rpc.RetryInfo",
              "retryDelay",
              failure.retryAfter() + "s");
      error.set("details", Tree.JSON.valueToTree(List.of(info)));
    }
    return Tree.of("error", error);
  }

  private static String word(Failure failure) {
    return switch (failure.status()) {
      case 401 -> "UNAUTHENTICATED";
      case 403 -> "PERMISSION_DENIED";
      case 429 -> "RESOURCE_EXHAUSTED";
      case 503 -> "UNAVAILABLE";
      default -> failure.status() < 500 ? "INVALID_ARGUMENT" : "INTERNAL";
    };
  }
}
