package dev.retinue.runtime.llm;

import dev.retinue.llm.Turn;
import java.util.ArrayList;
import java.util.List;

/// What a model sees of a conversation of which it is to see little.
final class History {
  private History() {}

  /// The first turn, which is the work itself, and of the others as many as are allowed at most.
  /// What is left out grows in steps, so that most questions begin as the one before did.
  ///
  /// @param most 0 for all
  static List<Turn> last(List<Turn> turns, int most) {
    int size = turns.size() - 1;
    if (most <= 0 || size <= most) {
      return turns;
    }
    int step = Math.max(1, most / 2);
    int from = 1 + (size - most + step - 1) / step * step;
    from = Math.min(from, turns.size() - 1);
    // Results without the calls that they belong to are taken by nobody.
    if (turns.get(from) instanceof Turn.Results) {
      from += from == turns.size() - 1 ? -1 : 1;
    }
    var seen = new ArrayList<Turn>();
    seen.add(turns.getFirst());
    seen.addAll(turns.subList(from, turns.size()));
    return List.copyOf(seen);
  }
}
