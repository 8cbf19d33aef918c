package dev.retinue.llm.anthropic;

import dev.retinue.llm.Prompt.Effort;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// How a model is told to think first. Newer ones decide for themselves how long, and refuse to be
/// given a number; older ones want one, and so do strangers that speak like them.
final class Thinking {
  private static final Pattern OLDER =
      Pattern.compile(
          "claude-(instant|[123]).*|claude-(opus|sonnet|haiku)-4(-[015])?(-20\\d{6}|-latest)?");

  private Thinking() {}

  /// Adds what is to be said of it.
  static void ask(ObjectNode json, String model, Effort effort) {
    if (model.startsWith("claude-") && !OLDER.matcher(model).matches()) {
      // Otherwise the newest would not show any of it.
      json.putObject("thinking").put("type", "adaptive").put("display", "summarized");
      json.putObject("output_config").put("effort", effort.name().toLowerCase(Locale.ROOT));
    } else {
      json.putObject("thinking").put("type", "enabled").put("budget_tokens", tokens(effort));
    }
  }

  /// How much of an answer may be thought.
  static int tokens(Effort effort) {
    return switch (effort) {
      case LOW -> 2048;
      case MEDIUM -> 8192;
      case HIGH -> 24_576;
    };
  }
}
