package dev.retinue.runtime.cli;

import dev.retinue.core.RunEvent;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a program has told so far. Each thing that is seen makes the next one of it.
///
/// @param answer its answer in the form that it was asked for, if it gave one
/// @param ended its last word, if it has said one
record Tale(
    @Nullable String session, LastText said, @Nullable String answer, Seen.@Nullable Ended ended) {

  /// Of one that has said nothing yet.
  static final Tale NONE = new Tale(null, LastText.NONE, null, null);

  Tale with(Seen seen) {
    return switch (seen) {
      case Seen.Begun(var id, var _, var _) -> new Tale(id, said, answer, ended);
      case Seen.Text(var text) -> saying(LastText.of(text));
      case Seen.Piece(var text) -> saying(said.plus(text));
      case Seen.Structured(var json) -> new Tale(session, said, json, ended);
      case Seen.Ended last -> new Tale(session, said.whole(), answer, last);
      case Seen.Thought _, Seen.ToolCall _, Seen.ToolResult _ -> saying(said.whole());
      case Seen.Note _, Seen.Spent _, Seen.Used _, Seen.Answered _, Seen.Asked _, Seen.Busy _ ->
          this;
    };
  }

  private Tale saying(LastText text) {
    return new Tale(session, text, answer, ended);
  }

  @Nullable String lastText() {
    return said.text();
  }

  /// Whether it says nothing new: some programs name their session on every line.
  boolean knows(Seen seen) {
    return seen instanceof Seen.Begun(var id, var model, var version)
        && model == null
        && version == null
        && id.equals(session);
  }

  /// What it comes to, as it is kept of runs.
  static List<RunEvent> events(Seen seen, Instant at) {
    return switch (seen) {
      case Seen.Begun(var session, var model, var version) ->
          List.of(new RunEvent.Learned(at, facts(session, model, version)));
      case Seen.Text(var text) -> List.of(new RunEvent.Said(at, text));
      case Seen.Piece(var text) -> List.of(new RunEvent.Said(at, text));
      case Seen.Thought(var text) -> List.of(new RunEvent.Thought(at, text));
      case Seen.ToolCall(var id, var tool, var input) ->
          List.of(new RunEvent.ToolCalled(at, id, tool, input));
      case Seen.ToolResult(var id, var output, var failed) ->
          List.of(new RunEvent.ToolAnswered(at, id, output, failed));
      case Seen.Note(var text) -> List.of(new RunEvent.Noted(at, text));
      case Seen.Spent _,
          Seen.Used _,
          Seen.Answered _,
          Seen.Structured _,
          Seen.Ended _,
          Seen.Asked _,
          Seen.Busy _ ->
          List.of();
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
