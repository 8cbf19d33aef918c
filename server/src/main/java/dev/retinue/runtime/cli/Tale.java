package dev.retinue.runtime.cli;

import dev.retinue.core.RunEvent;
import dev.retinue.core.Usage;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a program has told so far. Each thing that is seen makes the next one of it.
///
/// @param total what its session has used in all, as it last said
/// @param ended its last word, if it has said one
record Tale(
    @Nullable String session, Usage total, @Nullable String lastText, Seen.@Nullable Ended ended) {
  /// @param used by its session before
  static Tale after(Usage used) {
    return new Tale(null, used, null, null);
  }

  Tale with(Seen seen) {
    return switch (seen) {
      case Seen.Begun(var id, var _, var _) -> new Tale(id, total, lastText, ended);
      case Seen.Text(var text) -> new Tale(session, total, text, ended);
      case Seen.Spent(var spent) -> new Tale(session, spent, lastText, ended);
      case Seen.Ended last -> new Tale(session, total, lastText, last);
      case Seen.Thought _,
          Seen.ToolCall _,
          Seen.ToolResult _,
          Seen.Note _,
          Seen.Asked _,
          Seen.Busy _ ->
          this;
    };
  }

  /// What it comes to, as it is kept of runs.
  static List<RunEvent> events(Seen seen, Instant at) {
    return switch (seen) {
      case Seen.Begun(var session, var model, var version) ->
          List.of(new RunEvent.Learned(at, facts(session, model, version)));
      case Seen.Text(var text) -> List.of(new RunEvent.Said(at, text));
      case Seen.Thought(var text) -> List.of(new RunEvent.Thought(at, text));
      case Seen.ToolCall(var id, var tool, var input) ->
          List.of(new RunEvent.ToolCalled(at, id, tool, input));
      case Seen.ToolResult(var id, var output, var failed) ->
          List.of(new RunEvent.ToolAnswered(at, id, output, failed));
      case Seen.Note(var text) -> List.of(new RunEvent.Noted(at, text));
      case Seen.Spent _, Seen.Ended _, Seen.Asked _, Seen.Busy _ -> List.of();
    };
  }

  private static Map<String, String> facts(
      String session, @Nullable String model, @Nullable String version) {
    var facts = new HashMap<String, String>();
    facts.put(CliRuntime.SESSION, session);
    if (model != null) {
      facts.put("model_answered", model);
    }
    if (version != null) {
      facts.put("version", version);
    }
    return facts;
  }
}
