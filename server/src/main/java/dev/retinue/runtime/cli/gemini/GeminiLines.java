package dev.retinue.runtime.cli.gemini;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Seen;
import dev.retinue.runtime.cli.Trouble;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What `gemini -o stream-json` prints.
final class GeminiLines implements Lines.OfJson {
  @Override
  public List<Seen> read(JsonNode line) {
    return switch (line.path("type").asString("")) {
      case "init" ->
          List.of(
              new Seen.Begun(
                  line.path("session_id").asString(""), line.path("model").asString(""), null));
      case "message" -> said(line);
      case "tool_use" ->
          List.of(
              new Seen.ToolCall(
                  line.path("tool_id").asString(""),
                  line.path("tool_name").asString(""),
                  line.path("parameters").toString()));
      case "tool_result" ->
          List.of(
              new Seen.ToolResult(
                  line.path("tool_id").asString(""),
                  line.path("output").asString(""),
                  !line.path("status").asString("").equals("success")));
      // Not the end: that is told by the result.
      case "error" -> List.of(new Seen.Note(line.path("message").asString("")));
      case "result" -> result(line);
      default -> List.of();
    };
  }

  private static List<Seen> said(JsonNode line) {
    if (!line.path("role").asString("").equals("assistant")) {
      return List.of();
    }
    var text = line.path("content").asString("");
    return List.of(
        line.path("delta").asBoolean(false) ? new Seen.Piece(text) : new Seen.Text(text));
  }

  private static List<Seen> result(JsonNode line) {
    var used = new Seen.Used(used(line.path("stats")));
    if (line.path("status").asString("").equals("success")) {
      return List.of(used, new Seen.Ended(null, null));
    }
    var message = line.path("error").path("message").asString("It did not say why.");
    return List.of(used, new Seen.Ended(null, new Trouble(Trouble.Kind.ofWords(message), message)));
  }

  /// Of this process alone. It does not say what it costs.
  private static Usage used(JsonNode stats) {
    long input = stats.path("input_tokens").asLong(0);
    long output = stats.path("output_tokens").asLong(0);
    boolean unpriced = input + output > 0;
    return new Usage(Money.ZERO, unpriced, input, output, stats.path("cached").asLong(0), 1);
  }
}
