package dev.retinue.runtime.llm;

import dev.retinue.llm.Turn;
import java.util.ArrayList;
import java.util.List;

/// What a model sees of a conversation of which it is to see little.
final class History {
  /// What is shorter than this is not worth leaving out.
  private static final int SHORT = 500;

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

  /// All that was said, and of what tools answered the last of about so many characters. What is
  /// left out grows in steps here, too.
  static List<Turn> withoutOldResults(List<Turn> turns, long most) {
    int from = 0;
    long seen = 0;
    for (int i = 0; i < turns.size(); i++) {
      seen += results(turns.get(i));
      if (seen > most + most / 2) {
        for (; seen > most && from < i; from++) {
          seen -= results(turns.get(from));
        }
      }
    }
    var shown = new ArrayList<Turn>(turns);
    shown.subList(0, from).replaceAll(History::leftOut);
    return List.copyOf(shown);
  }

  private static long results(Turn turn) {
    return turn instanceof Turn.Results(var results)
        ? results.stream().mapToLong(it -> it.output().length()).sum()
        : 0;
  }

  private static Turn leftOut(Turn turn) {
    return turn instanceof Turn.Results(var results)
        ? new Turn.Results(results.stream().map(History::leftOut).toList())
        : turn;
  }

  private static Turn.Result leftOut(Turn.Result result) {
    int length = result.output().length();
    return length < SHORT
        ? result
        : new Turn.Result(result.call(), result.tool(), Briefing.leftOut(length), result.failed());
  }
}
