package dev.retinue.cli.chat;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What an agent has answered, gathered from what is told of its run.
final class Answer {
  private static final Set<String> BETWEEN = Set.of("tool_called", "tool_answered", "asked");

  private final StringBuilder said = new StringBuilder();
  private String last = "";
  private String summary = "";
  private boolean delivered;

  void hear(JsonNode event) {
    var type = event.path("type").asString("");
    switch (type) {
      case "said" -> {
        last = event.path("text").asString("");
        said.append(said.isEmpty() ? "" : "\n").append(last);
      }
      case "completed", "result_came_late" -> summary = event.path("summary").asString("");
      case "delivered" -> delivered = true;
      default -> {
        if (BETWEEN.contains(type)) {
          said.setLength(0);
        }
      }
    }
  }

  /// Whether there is more than words: it has to be fetched.
  boolean delivered() {
    return delivered;
  }

  /// Its summary, if that was not among what it said.
  String unsaid() {
    return isSaid() ? "" : summary;
  }

  /// What it said last, or its summary where that is something else.
  String text() {
    return isSaid() && !said.isEmpty() ? said.toString() : summary;
  }

  /// A summary may be only the beginning.
  private boolean isSaid() {
    boolean cut = summary.endsWith("…");
    var wanted = (cut ? summary.substring(0, summary.length() - 1) : summary).strip();
    return wanted.isEmpty() || is(last.strip(), wanted, cut) || is(joined(), wanted, cut);
  }

  private String joined() {
    return said.toString().strip();
  }

  private static boolean is(String text, String wanted, boolean cut) {
    return cut ? text.startsWith(wanted) : text.equals(wanted);
  }
}
