package dev.retinue.runtime.llm;

import dev.retinue.llm.Part;
import dev.retinue.llm.Turn;
import dev.retinue.runtime.form.Repair;
import java.util.List;

/// What a model said last in a conversation.
final class LastWords {
  private LastWords() {}

  static String text(List<Turn> turns) {
    var text = new StringBuilder();
    for (int i = turns.size() - 1; i >= 0; i -= 2) {
      if (!(turns.get(i) instanceof Turn.Answered(var parts))) {
        break;
      }
      text.insert(0, words(parts));
      if (!turns.get(i - 1).equals(new Turn.Asked(Briefing.CUT_OFF))) {
        break;
      }
    }
    return text.toString();
  }

  static int inVain(List<Turn> turns) {
    int count = 0;
    for (int i = turns.size() - 1; i > 0; i -= 2) {
      if (!turns.get(i).equals(new Turn.Asked(Briefing.CUT_OFF))
          || !(turns.get(i - 1) instanceof Turn.Answered(var parts))
          || !parts.stream().allMatch(LastWords::isNoWord)) {
        break;
      }
      count++;
    }
    return count;
  }

  static boolean toNudge(List<Turn> turns) {
    return turns.size() >= 2
        && turns.get(turns.size() - 2) instanceof Turn.Asked(var text)
        && (text.equals(Briefing.NUDGE)
            || text.equals(Talk.NOTHING_SAID)
            || Repair.isMessage(text));
  }

  private static boolean isNoWord(Part part) {
    return part instanceof Part.Reasoning
        || (part instanceof Part.Text(var text) && text.isBlank());
  }

  private static String words(List<Part> parts) {
    var text = new StringBuilder();
    for (var part : parts) {
      if (part instanceof Part.Text(var more)) {
        text.append(more);
      }
    }
    return text.toString();
  }
}
