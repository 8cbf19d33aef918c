package dev.retinue.runtime.cli.claude;

import dev.retinue.core.Money;
import dev.retinue.core.Usage;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Seen;
import dev.retinue.runtime.cli.Trouble;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What `claude --output-format stream-json` prints.
final class ClaudeLines implements Lines.OfJson {
  @Override
  public List<Seen> read(JsonNode line) {
    return switch (line.path("type").asString("")) {
      case "system" -> system(line);
      case "assistant" -> said(line);
      case "user" -> results(line.path("message").path("content"));
      case "result" -> result(line);
      case "control_request", "control_cancel_request" ->
          List.of(new Seen.Asked(ClaudeControl.inquiry(line)));
      default -> List.of();
    };
  }

  private static List<Seen> system(JsonNode line) {
    return switch (line.path("subtype").asString("")) {
      case "init" ->
          List.of(
              new Seen.Begun(
                  line.path("session_id").asString(""),
                  text(line.get("model")),
                  text(line.get("claude_code_version"))));
      case "api_retry" ->
          List.of(
              new Seen.Note(
                  "The API answered %s; it tries again (%d of %d)."
                      .formatted(
                          line.path("error_status").asString("nothing"),
                          line.path("attempt").asInt(),
                          line.path("max_retries").asInt())));
      case "background_tasks_changed" -> List.of(new Seen.Busy(!line.path("tasks").isEmpty()));
      case "permission_denied" ->
          List.of(
              new Seen.Note(
                  "It may not use %s, and was told so."
                      .formatted(line.path("tool_name").asString("?"))));
      default -> List.of();
    };
  }

  private static List<Seen> said(JsonNode line) {
    // An error of the API is said once more in the result.
    if (line.path("is_api_error_message").asBoolean(false)) {
      return List.of();
    }
    var seen = new ArrayList<Seen>();
    var message = line.path("message");
    if (message.has("usage")) {
      seen.add(new Seen.Answered(message.path("id").asString(""), used(message.path("usage"))));
    }
    for (var part : message.path("content")) {
      switch (part.path("type").asString("")) {
        case "text" -> seen.add(new Seen.Text(part.path("text").asString("")));
        case "thinking" -> seen.add(new Seen.Thought(part.path("thinking").asString("")));
        case "tool_use" ->
            seen.add(
                new Seen.ToolCall(
                    part.path("id").asString(""),
                    part.path("name").asString(""),
                    part.path("input").toString()));
        default -> {}
      }
    }
    return seen;
  }

  /// So far: when its first words are told, those that follow are not counted yet. What it costs is
  /// said at the end.
  private static Usage used(JsonNode usage) {
    long fromCache = usage.path("cache_read_input_tokens").asLong();
    long input =
        usage.path("input_tokens").asLong()
            + fromCache
            + usage.path("cache_creation_input_tokens").asLong();
    long output = usage.path("output_tokens").asLong();
    return new Usage(Money.ZERO, false, input, output, fromCache, 1);
  }

  private static List<Seen> results(JsonNode content) {
    var seen = new ArrayList<Seen>();
    for (var part : content) {
      if (part.path("type").asString("").equals("tool_result")) {
        seen.add(
            new Seen.ToolResult(
                part.path("tool_use_id").asString(""),
                plain(part.path("content")),
                part.path("is_error").asBoolean(false)));
      }
    }
    return seen;
  }

  /// A text, or a list of texts and other things.
  private static String plain(JsonNode content) {
    if (content.isString()) {
      return content.stringValue();
    }
    var all = new StringBuilder();
    for (var part : content) {
      all.append(part.path("text").asString("(" + part.path("type").asString("") + ")"));
    }
    return all.toString();
  }

  private static List<Seen> result(JsonNode line) {
    var seen = new ArrayList<Seen>();
    seen.add(new Seen.Spent(spent(line)));
    var answer = line.path("structured_output");
    if (!answer.isMissingNode() && !answer.isNull()) {
      seen.add(new Seen.Structured(answer.toString()));
    }
    seen.add(new Seen.Ended(text(line.get("result")), trouble(line)));
    return seen;
  }

  /// Both of the whole session: `usage` would be of the last part only.
  private static Usage spent(JsonNode line) {
    long input = 0;
    long output = 0;
    long cached = 0;
    for (var model : line.path("modelUsage")) {
      long fromCache = model.path("cacheReadInputTokens").asLong();
      input +=
          model.path("inputTokens").asLong()
              + fromCache
              + model.path("cacheCreationInputTokens").asLong();
      output += model.path("outputTokens").asLong();
      cached += fromCache;
    }
    var cost = Money.usd(line.path("total_cost_usd").asDecimal());
    return new Usage(cost, false, input, output, cached, line.path("num_turns").asLong());
  }

  /// Not by the subtype alone: an error of the API is called a success.
  private static @Nullable Trouble trouble(JsonNode line) {
    var subtype = line.path("subtype").asString("");
    if (!line.path("is_error").asBoolean(false) && subtype.equals("success")) {
      return null;
    }
    var message = line.path("result").asString(line.path("errors").path(0).asString(subtype));
    int status = line.path("api_error_status").asInt(0);
    var kind =
        switch (subtype) {
          case "error_max_turns", "error_max_budget_usd" -> Trouble.Kind.BUDGET;
          default -> status == 0 ? Trouble.Kind.ofWords(message) : Trouble.Kind.ofStatus(status);
        };
    return new Trouble(kind, message);
  }

  private static @Nullable String text(@Nullable JsonNode node) {
    return node != null && node.isString() ? node.stringValue() : null;
  }
}
