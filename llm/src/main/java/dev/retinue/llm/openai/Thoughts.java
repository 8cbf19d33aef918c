package dev.retinue.llm.openai;

import dev.retinue.llm.wire.Growing;
import java.util.List;

/// Takes the thoughts out of a text that begins with them, between tags, as the models of local
/// servers write it. What stands further down is text: somebody may write about such tags.
final class Thoughts {
  private static final List<String> TAGS = List.of("<think>", "<thinking>");

  private final Growing growing;
  private final Object key;
  private final StringBuilder held = new StringBuilder();
  private Where where = Where.BEGINNING;
  private String end = "";

  Thoughts(Growing growing, Object key) {
    this.growing = growing;
    this.key = key;
  }

  private enum Where {
    BEGINNING,
    THOUGHT,
    /// Behind the thought, where the text has not begun.
    BEHIND,
    TEXT
  }

  void more(String text) {
    held.append(text);
    if (where == Where.BEGINNING) {
      begin();
    }
    if (where == Where.THOUGHT) {
      think();
    }
    if (where == Where.BEHIND && !held.toString().isBlank()) {
      held.replace(0, held.length(), held.toString().stripLeading());
      where = Where.TEXT;
    }
    if (where == Where.TEXT) {
      growing.text(key, taken(held.length()));
    }
  }

  private void begin() {
    var text = held.toString().stripLeading();
    for (var tag : TAGS) {
      if (text.startsWith(tag)) {
        held.replace(0, held.length(), text.substring(tag.length()));
        end = "</" + tag.substring(1);
        where = Where.THOUGHT;
        return;
      }
    }
    boolean undecided = TAGS.stream().anyMatch(tag -> tag.startsWith(text));
    where = undecided ? Where.BEGINNING : Where.TEXT;
  }

  private void think() {
    int over = held.indexOf(end);
    if (over >= 0) {
      growing.reasoning(key, taken(over));
      taken(end.length());
      where = Where.BEHIND;
    } else {
      // The tag may have begun.
      growing.reasoning(key, taken(Math.max(0, held.length() - end.length() + 1)));
    }
  }

  private String taken(int length) {
    var text = held.substring(0, length);
    held.delete(0, length);
    return text;
  }

  /// Nothing more comes. A thought that has no end is one all the same.
  void end() {
    var rest = taken(held.length());
    switch (where) {
      case BEGINNING, TEXT -> growing.text(key, rest);
      case THOUGHT -> growing.reasoning(key, rest);
      case BEHIND -> {
        // Empty lines.
      }
    }
  }
}
