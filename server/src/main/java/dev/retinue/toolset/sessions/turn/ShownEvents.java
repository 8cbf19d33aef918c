package dev.retinue.toolset.sessions.turn;

import dev.retinue.toolset.reading.Reading;
import java.util.ArrayList;
import java.util.List;

/// The events of a turn that fit into an answer, and how many there are in all.
final class ShownEvents {
  /// How many characters of a text are shown among others.
  private static final int MOST_OF_ONE = 4_000;

  private final int room;
  private final List<TurnEvent> kept = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private int length;
  private int total;
  private int toolCalls;
  private boolean full;
  private boolean cut;

  /// @param room how many characters of JSON they may have
  ShownEvents(int room) {
    this.room = room;
  }

  void add(TurnEvent event) {
    total++;
    toolCalls += event.type().equals("tool_call") ? 1 : 0;
    var shown = event.within(MOST_OF_ONE);
    cut |= shown.characters() != null;
    if (full) {
      return;
    }
    int more = Reading.length(shown) + 1;
    full = length + more > room;
    if (!full) {
      kept.add(shown);
      lengths.add(more);
      length += more;
    }
  }

  /// Leaves out the last ones until they have so many characters.
  void shrink(int most) {
    while (length > most && !kept.isEmpty()) {
      kept.removeLast();
      length -= lengths.removeLast();
    }
  }

  int length() {
    return length;
  }

  List<TurnEvent> shown() {
    return List.copyOf(kept);
  }

  int total() {
    return total;
  }

  int toolCalls() {
    return toolCalls;
  }

  boolean isWhole() {
    return kept.size() == total && !cut;
  }
}
