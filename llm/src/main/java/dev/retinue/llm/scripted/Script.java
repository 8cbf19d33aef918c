package dev.retinue.llm.scripted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// The turns that a prompt carries.
record Script(List<Turn> turns) {
  private static final String BEGIN = "<llm-script>";
  private static final String END = "</llm-script>";

  /// As it stands in a prompt.
  String text() {
    return BEGIN + Tree.JSON.writeValueAsString(turns.stream().map(Turn::json).toList()) + END;
  }

  /// The last one in a text. What cannot be read says so as its only turn.
  static Optional<Script> in(String text) {
    int begin = text.lastIndexOf(BEGIN);
    int end = text.indexOf(END, Math.max(0, begin));
    if (begin < 0 || end < 0) {
      return Optional.empty();
    }
    var inside = text.substring(begin + BEGIN.length(), end);
    try {
      return Optional.of(read(inside));
    } catch (JacksonException e) {
      return Optional.of(unquoted(inside, e));
    }
  }

  private static Script read(String text) {
    var turns = new ArrayList<Turn>();
    for (var turn : Tree.JSON.readTree(text)) {
      turns.add(turn instanceof ObjectNode object ? new Turn(object) : Turn.text(turn.toString()));
    }
    return new Script(turns);
  }

  /// Some clients put a backslash before every quote of a prompt.
  private static Script unquoted(String text, JacksonException first) {
    try {
      return read(text.replaceAll("\\\\([\"\\\\])", "$1"));
    } catch (JacksonException e) {
      return new Script(
          List.of(Turn.text("(this script cannot be read: %s)".formatted(first.getMessage()))));
    }
  }

  /// The text without its scripts.
  static String without(String text) {
    return text.replaceAll("(?s)" + BEGIN + ".*?" + END, "").strip();
  }
}
