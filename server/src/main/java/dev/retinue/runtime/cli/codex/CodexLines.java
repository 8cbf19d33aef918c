package dev.retinue.runtime.cli.codex;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Seen;
import dev.retinue.runtime.cli.Trouble;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What `codex exec --json` prints.
final class CodexLines implements Lines.OfJson {
  @Override
  public List<Seen> read(JsonNode line) {
    return switch (line.path("type").asString("")) {
      case "thread.started" ->
          List.of(new Seen.Begun(line.path("thread_id").asString(""), null, null));
      case "item.started" -> started(line.path("item"));
      case "item.completed" -> completed(line.path("item"));
      // One comes before every new try, too: what failed in the end is told by the turn.
      case "error" -> List.of(new Seen.Note(line.path("message").asString("")));
      case "turn.completed" ->
          List.of(new Seen.Spent(spent(line.path("usage"))), new Seen.Ended(null, null));
      case "turn.failed" ->
          List.of(new Seen.Ended(null, trouble(line.path("error").path("message").asString(""))));
      default -> List.of();
    };
  }

  private static List<Seen> started(JsonNode item) {
    var id = item.path("id").asString("");
    return switch (item.path("type").asString("")) {
      case "command_execution" ->
          List.of(new Seen.ToolCall(id, "shell", input("command", item.get("command"))));
      case "mcp_tool_call" ->
          List.of(new Seen.ToolCall(id, tool(item), item.path("arguments").toString()));
      default -> List.of();
    };
  }

  private static List<Seen> completed(JsonNode item) {
    var id = item.path("id").asString("");
    var text = item.path("text").asString("");
    return switch (item.path("type").asString("")) {
      case "agent_message" -> List.of(new Seen.Text(text));
      case "reasoning" -> List.of(new Seen.Thought(text));
      case "command_execution" ->
          List.of(
              new Seen.ToolResult(
                  id,
                  item.path("aggregated_output").asString(""),
                  item.path("exit_code").asInt(-1) != 0));
      case "mcp_tool_call" ->
          List.of(
              new Seen.ToolResult(
                  id,
                  item.path("result").toString(),
                  !item.path("status").asString("").equals("completed")));
      case "file_change" ->
          List.of(
              new Seen.ToolCall(id, "apply_patch", input("changes", item.get("changes"))),
              new Seen.ToolResult(
                  id,
                  item.path("status").asString(""),
                  !item.path("status").asString("").equals("completed")));
      case "error" -> List.of(new Seen.Note(item.path("message").asString("")));
      default -> List.of();
    };
  }

  private static String tool(JsonNode item) {
    return item.path("server").asString("") + "." + item.path("tool").asString("");
  }

  private static String input(String name, @Nullable JsonNode value) {
    var input = Lines.Mapper.JSON.createObjectNode();
    if (value != null) {
      input.set(name, value);
    }
    return input.toString();
  }

  /// Of the whole thread. It does not say what it costs.
  static Usage spent(JsonNode usage) {
    return new Usage(
        Money.ZERO,
        true,
        usage.path("input_tokens").asLong(),
        usage.path("output_tokens").asLong(),
        usage.path("cached_input_tokens").asLong(),
        1);
  }

  private static Trouble trouble(String message) {
    return new Trouble(Trouble.Kind.ofWords(message), message);
  }
}
