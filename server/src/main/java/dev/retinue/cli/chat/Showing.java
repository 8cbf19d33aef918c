package dev.retinue.cli.chat;

import tools.jackson.databind.JsonNode;

/// How a conversation is shown, to a person or to a program.
public interface Showing {
  /// Something that happened in a turn.
  void event(JsonNode event);

  /// What the agent writes and has not said yet; asked for only by who wants drafts.
  void draft(JsonNode draft);

  /// Whether what is written is shown before it is said.
  boolean wantsDrafts();

  /// A turn is over.
  void ended(Ending ending);

  /// What a person should know, and what is no answer.
  void tell(String sentence);

  /// What was asked for by a command.
  void print(String text);

  /// The same where programs want more than a text.
  ///
  /// @param type what it is, in a word
  default void print(String type, JsonNode facts, String text) {
    print(text);
  }

  /// How a turn ended.
  ///
  /// @param run as the API shows it
  /// @param said what it answered in words
  /// @param unsaid what of its answer was not among the events that were shown
  record Ending(String session, JsonNode run, String said, String unsaid) {}
}
