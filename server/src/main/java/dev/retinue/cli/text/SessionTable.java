package dev.retinue.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Sessions as a table, and what was said in one.
public final class SessionTable {
  private static final String ROW = "%-2s%-10s %-16s %-7s %8s %8s  %-20s %s";
  private static final int NAME = 16;
  private static final int TITLE = 60;
  private static final int LINE = 500;

  private final Style style;

  public SessionTable(Style style) {
    this.style = style;
  }

  /// The lines of the table, the first with the names of the columns.
  ///
  /// @param current the one that is marked; empty for none
  public List<String> lines(JsonNode sessions, String current) {
    var lines = new ArrayList<String>();
    lines.add(
        style.bold(
            ROW.formatted("", "ID", "AGENT", "STATUS", "MESSAGES", "COST", "LAST USED", "TITLE")
                .stripTrailing()));
    for (var session : sessions) {
      var id = session.path("id").asString("");
      lines.add(
          ROW.formatted(
                  id.equals(current) ? "*" : "",
                  Amounts.shortSession(id),
                  Harmless.line(session.path("agent").asString(""), NAME),
                  Harmless.line(session.path("status").asString(""), NAME),
                  session.path("num_messages").asString("0"),
                  Amounts.cost(session.path("cost")),
                  session.path("last_used_at").asString("").replaceAll("\\.\\d+", ""),
                  Harmless.line(session.path("title").asString(""), TITLE))
              .stripTrailing());
    }
    return lines;
  }

  /// One of the messages of a session, if a reader wants to see it.
  public static Optional<String> message(JsonNode message, Style style) {
    var content = message.path("content").asString("");
    var agent = Harmless.line(message.path("agent").asString(""), NAME);
    return switch (message.path("type").asString("")) {
      case "user_message" -> Optional.of(style.yellow("> " + Harmless.text(content).strip()));
      case "agent_message" ->
          Optional.of(style.bold(agent) + ": " + new Markdown(style).of(content).strip());
      case "tool_call" ->
          Optional.of(
              style.dim(
                  "▸ %s %s"
                      .formatted(
                          Harmless.line(message.path("tool").asString(""), NAME),
                          Harmless.line(message.path("args").asString(""), LINE))));
      case "agent_switching" ->
          Optional.of(
              style.dim("speaks now: " + Harmless.line(message.path("to").asString(""), NAME)));
      case "error" -> Optional.of(style.red("✗ " + Harmless.line(content, LINE)));
      default -> Optional.empty();
    };
  }
}
