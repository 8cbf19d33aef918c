package dev.retinue.runtime.llm;

import java.util.List;
import java.util.Optional;

/// How a model without tools says that it has finished: by a line that is nothing but a marker, in
/// its own text.
///
/// @param done whether it has done its work
/// @param text what it said besides
record Markers(boolean done, String text) {
  private static final String COMPLETE = "[CONTRACT COMPLETE]";
  private static final String FAILED = "[CONTRACT FAILED]";

  /// The last one counts.
  static Optional<Markers> in(String text) {
    var lines = text.lines().toList();
    for (int i = lines.size() - 1; i >= 0; i--) {
      var line = lines.get(i).strip();
      if (line.equals(COMPLETE) || line.equals(FAILED)) {
        return Optional.of(new Markers(line.equals(COMPLETE), without(lines)));
      }
    }
    return Optional.empty();
  }

  private static String without(List<String> lines) {
    return String.join(
            "\n",
            lines.stream()
                .filter(line -> !line.strip().equals(COMPLETE) && !line.strip().equals(FAILED))
                .toList())
        .strip();
  }
}
