package dev.retinue.runtime.coder.staff;

import dev.retinue.core.Run;
import java.util.Map;
import java.util.Optional;

/// How a conversation was before a run said something in it. It is a fact of the run before that is
/// said: so whoever takes the run up again can see whether it was.
///
/// @param turn which of the things it says, counted from 0
/// @param messages how many there were
/// @param report the id of what the agent had said last of its work; empty for nothing
record Mark(int turn, int messages, String report) {
  private static final String SPEAKING = "coder_speaking";
  private static final String SPOKEN = "coder_spoken";

  /// The last one of a run.
  static Optional<Mark> of(Run run) {
    var parts = run.facts().getOrDefault(SPEAKING, "").split(" ", 3);
    return parts.length < 3
        ? Optional.empty()
        : Optional.of(new Mark(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), parts[2]));
  }

  Map<String, String> facts() {
    return Map.of(SPEAKING, "%d %d %s".formatted(turn, messages, report));
  }

  /// Whether it is known that it was said.
  boolean isSpoken(Run run) {
    return spoken().equals(Map.of(SPOKEN, run.facts().getOrDefault(SPOKEN, "")));
  }

  Map<String, String> spoken() {
    return Map.of(SPOKEN, Integer.toString(turn));
  }
}
