package dev.retinue.bench.peer;

/// Carries out contracts by asking a model until it is done.
interface Thinker {
  /// Returns when the model is done and, where there is a record, that stands in it.
  ///
  /// @param model which is its script, too
  Thought think(String model) throws Exception;

  /// A lead gives the same task to its three members at once, and is done when they are.
  ///
  /// @param member the model of each member
  default Thought thinkInTeam(String member) throws Exception {
    throw new UnsupportedOperationException("it has no teams");
  }

  /// Begins a conversation.
  default Conversation converse() {
    throw new UnsupportedOperationException("it does not talk");
  }

  /// One in which every message is answered by the model once, which reads all that was said.
  interface Conversation {
    /// Returns when the answer is there.
    void say(String message) throws Exception;
  }

  /// Whether all that happened stands where it is looked for later.
  default boolean isRecorded(Thought thought) {
    return true;
  }

  /// What came of it.
  ///
  /// @param id by which it is known afterwards
  /// @param text what the model said last
  /// @param turns how often the model answered
  record Thought(String id, String text, int turns) {}
}
