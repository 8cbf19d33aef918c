package dev.retinue.runtime.llm;

import dev.retinue.llm.Turn;
import java.util.ArrayList;
import java.util.List;

/// What a model sees of a conversation of which it is to see little.
final class History {
  private History() {}

  /// The work itself, which is all that was said before the first answer, and of the rest as many
  /// turns as are allowed at most. What is left out grows in steps, so that most questions begin as
  /// the one before did.
  ///
  /// @param most 0 for all
  static List<Turn> last(List<Turn> turns, int most) {
    int work = 0;
    while (work < turns.size() && turns.get(work) instanceof Turn.Asked) {
      work++;
    }
    int size = turns.size() - work;
    if (most <= 0 || size <= most) {
      return turns;
    }
    int step = Math.max(1, most / 2);
    int from = work + (size - most + step - 1) / step * step;
    from = Math.min(from, turns.size() - 1);
    // Results without the calls that they belong to are taken by nobody.
    if (turns.get(from) instanceof Turn.Results) {
      from += from == turns.size() - 1 ? -1 : 1;
    }
    var seen = new ArrayList<Turn>();
    seen.addAll(turns.subList(0, work));
    seen.addAll(turns.subList(from, turns.size()));
    return List.copyOf(seen);
  }
}
