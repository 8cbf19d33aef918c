package dev.retinue.runtime.cli;

import dev.retinue.core.Usage;
import dev.retinue.runtime.cli.relay.Inquiry;
import org.jspecify.annotations.Nullable;

/// Something that a program said on a line of its output.
public sealed interface Seen {
  /// It has begun, in a session by which it can be taken up again.
  record Begun(String session, @Nullable String model, @Nullable String version) implements Seen {}

  record Text(String text) implements Seen {}

  /// The next piece of a text that comes in pieces.
  record Piece(String text) implements Seen {}

  record Thought(String text) implements Seen {}

  /// It began to use a tool.
  ///
  /// @param input the arguments as JSON
  record ToolCall(String id, String tool, String input) implements Seen {}

  record ToolResult(String id, String output, boolean failed) implements Seen {}

  /// Something a person should know, such as a call that it repeats.
  record Note(String text) implements Seen {}

  /// What its whole session has used so far, earlier runs of it included.
  record Spent(Usage total) implements Seen {}

  /// What one answer of its model has used as far as it is known. The total that it says later has
  /// all of it.
  ///
  /// @param id of the answer, which may be told of several times
  record Answered(String id, Usage used) implements Seen {}

  /// It wants to know something before it goes on.
  record Asked(Inquiry inquiry) implements Seen {}

  /// Whether it has something under way that it will hear of later.
  record Busy(boolean busy) implements Seen {}

  /// What it has used since it last said so.
  record Used(Usage more) implements Seen {}

  /// Its answer in the form that it was asked for.
  record Structured(String json) implements Seen {}

  /// Its last word. Some programs have several; the last of them counts.
  ///
  /// @param text its result, or null where that is the last text it said
  /// @param trouble what went wrong, if something did
  record Ended(@Nullable String text, @Nullable Trouble trouble) implements Seen {}
}
