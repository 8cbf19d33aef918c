package dev.retinue.llm;

import java.util.List;
import java.util.stream.Collectors;

/// A whole answer.
///
/// @param model the one that answered, as its provider names it
public record Reply(List<Part> parts, Stop stop, Tokens tokens, String model) {
  public Reply {
    parts = List.copyOf(parts);
  }

  /// Why it ended there.
  public enum Stop {
    /// It has said what it wanted to say.
    DONE,
    /// It waits for its tools.
    TOOLS,
    /// It was cut off.
    LENGTH,
    /// It, or its provider, does not want to answer.
    REFUSED
  }

  public String text() {
    return parts.stream()
        .filter(Part.Text.class::isInstance)
        .map(it -> ((Part.Text) it).text())
        .collect(Collectors.joining());
  }

  public List<Part.Call> calls() {
    return parts.stream().filter(Part.Call.class::isInstance).map(Part.Call.class::cast).toList();
  }
}
