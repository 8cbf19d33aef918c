package dev.retinue.runtime.cli.generic;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Seen;
import dev.retinue.runtime.cli.Trouble;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The words in which a program can speak to Retinue, one JSON object a line.
final class ProgramLines implements Lines.OfJson {
  /// A program that speaks no such words: every line is text.
  static final Lines TEXT = line -> List.of(new Seen.Piece(line + "\n"));

  @Override
  public List<Seen> read(JsonNode line) {
    return switch (line.path("type").asString("")) {
      case "session" ->
          List.of(
              new Seen.Begun(
                  line.path("id").asString(""),
                  text(line.get("model")),
                  text(line.get("version"))));
      case "text" -> List.of(new Seen.Text(line.path("text").asString("")));
      case "thought" -> List.of(new Seen.Thought(line.path("text").asString("")));
      case "note" -> List.of(new Seen.Note(line.path("text").asString("")));
      case "tool_call" ->
          List.of(
              new Seen.ToolCall(
                  line.path("id").asString(""),
                  line.path("tool").asString(""),
                  line.path("input").toString()));
      case "tool_result" ->
          List.of(
              new Seen.ToolResult(
                  line.path("id").asString(""),
                  line.path("output").asString(""),
                  line.path("failed").asBoolean(false)));
      case "usage" -> List.of(new Seen.Used(used(line)));
      case "result" -> result(line);
      case "error" -> List.of(new Seen.Ended(null, trouble(line)));
      default -> List.of();
    };
  }

  private static List<Seen> result(JsonNode line) {
    var seen = new ArrayList<Seen>();
    var payload = line.get("payload");
    if (payload != null) {
      seen.add(new Seen.Structured(payload.toString()));
    }
    seen.add(new Seen.Ended(text(line.get("text")), null));
    return seen;
  }

  /// Since it last said so.
  private static Usage used(JsonNode line) {
    var cost = line.get("cost_usd");
    return new Usage(
        Money.usd(cost == null ? BigDecimal.ZERO : cost.asDecimal().max(BigDecimal.ZERO)),
        cost == null,
        count(line, "input_tokens", 0),
        count(line, "output_tokens", 0),
        count(line, "cached_tokens", 0),
        count(line, "turns", 1));
  }

  private static long count(JsonNode line, String name, long usual) {
    return Math.max(0, line.path(name).asLong(usual));
  }

  private static Trouble trouble(JsonNode line) {
    var message = line.path("message").asString("It did not say why.");
    var kind =
        Trouble.Kind.find(line.path("kind").asString(""))
            .orElseGet(() -> Trouble.Kind.ofWords(message));
    return new Trouble(kind, message);
  }

  private static @Nullable String text(@Nullable JsonNode node) {
    return node != null && node.isString() ? node.stringValue() : null;
  }
}
