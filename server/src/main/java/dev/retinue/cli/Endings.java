package dev.retinue.cli;

import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.EventText;
import dev.retinue.cli.text.Harmless;
import dev.retinue.cli.text.Style;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// How runs ended, as an exit code and as a sentence.
final class Endings {
  private static final int LINE = 200;

  private Endings() {}

  static int exitCode(JsonNode run) {
    return switch (run.path("state").asString("")) {
      case "completed" -> ExitCode.OK;
      case "stopped" -> ExitCode.STOPPED;
      default ->
          run.path("error").asString("").startsWith("timeout:")
              ? ExitCode.TIME_OVER
              : ExitCode.FAILED;
    };
  }

  /// `agent-1a2b3c4d completed in 7s for $0.021: It is built.`
  static String sentence(JsonNode run, Style style, Instant now) {
    var state = run.path("state").asString("");
    var cost = Amounts.cost(run.path("cost_usd"));
    var invented = Amounts.isInvented(run) ? " (invented: it plays a script)" : "";
    var price = cost.startsWith("$") ? " for " + cost + invented : "";
    var words = run.path("summary").asString(EventText.once(run.path("error").asString("")));
    return Amounts.shortId(run.path("id").asString(""))
        + " "
        + style.state(state, state)
        + " in "
        + Amounts.elapsed(withEnd(run), now)
        + price
        + (words.isEmpty() ? "" : ": " + Harmless.line(words, LINE));
  }

  /// Of one run the API says when it was completed or stopped, and in lists when it ended.
  static JsonNode withEnd(JsonNode run) {
    if (run.isObject() && !run.has("ended_at")) {
      var ended = run.path("completed_at").asString(run.path("stopped_at").asString(""));
      if (!ended.isEmpty()) {
        return run.deepCopy().asObject().put("ended_at", ended);
      }
    }
    return run;
  }
}
