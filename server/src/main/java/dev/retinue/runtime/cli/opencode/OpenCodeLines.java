package dev.retinue.runtime.cli.opencode;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Seen;
import dev.retinue.runtime.cli.Trouble;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What `opencode run --format json` prints. A tool is told of when it is over, in one line.
final class OpenCodeLines implements Lines.OfJson {
  private static final String REJECTED = "The user rejected permission";

  @Override
  public List<Seen> read(JsonNode line) {
    var part = line.path("part");
    return switch (line.path("type").asString("")) {
      case "step_start" -> List.of(new Seen.Begun(line.path("sessionID").asString(""), null, null));
      case "text" -> List.of(new Seen.Text(part.path("text").asString("")));
      case "reasoning" -> List.of(new Seen.Thought(part.path("text").asString("")));
      case "tool_use" -> tool(part);
      case "step_finish" -> finished(part);
      case "error" -> List.of(new Seen.Ended(null, trouble(line.path("error"))));
      default -> List.of();
    };
  }

  private static String refused(Seen.ToolCall call) {
    return "It asked to use %s with %s, and nobody was there to allow it."
        .formatted(call.tool(), call.input());
  }

  private static List<Seen> tool(JsonNode part) {
    var id = part.path("callID").asString("");
    var state = part.path("state");
    var error = state.path("error").asString("");
    var call =
        new Seen.ToolCall(id, part.path("tool").asString(""), state.path("input").toString());
    var result =
        new Seen.ToolResult(
            id,
            state.path("output").asString(error),
            !state.path("status").asString("").equals("completed"));
    // It gives up then, and ends as if all was well.
    return error.startsWith(REJECTED)
        ? List.of(
            call, result, new Seen.Ended(null, new Trouble(Trouble.Kind.PERMISSION, refused(call))))
        : List.of(call, result);
  }

  /// A step that calls tools is followed by another; every other one is the last.
  private static List<Seen> finished(JsonNode part) {
    var used = new Seen.Used(used(part));
    return switch (part.path("reason").asString("")) {
      case "tool-calls" -> List.of(used);
      case "length" ->
          List.of(
              used,
              new Seen.Ended(
                  null,
                  new Trouble(
                      Trouble.Kind.INVALID_OUTPUT,
                      "Its model was cut off at its longest answer.")));
      default -> List.of(used, new Seen.Ended(null, null));
    };
  }

  /// Of this step alone. Input tokens do not count those from the cache.
  private static Usage used(JsonNode part) {
    var tokens = part.path("tokens");
    long cached = tokens.path("cache").path("read").asLong(0);
    return new Usage(
        Money.usd(part.path("cost").asDecimal()),
        false,
        tokens.path("input").asLong(0) + cached + tokens.path("cache").path("write").asLong(0),
        tokens.path("output").asLong(0) + tokens.path("reasoning").asLong(0),
        cached,
        1);
  }

  private static Trouble trouble(JsonNode error) {
    var data = error.path("data");
    var message =
        data.path("message").asString(error.path("message").asString("It did not say why."));
    int status = data.path("statusCode").asInt(0);
    var kind =
        switch (error.path("name").asString("")) {
          case "ProviderAuthError" -> Trouble.Kind.AUTH;
          case "MessageOutputLengthError" -> Trouble.Kind.INVALID_OUTPUT;
          default -> status == 0 ? Trouble.Kind.ofWords(message) : Trouble.Kind.ofStatus(status);
        };
    return new Trouble(kind, message);
  }
}
