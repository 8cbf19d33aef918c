package dev.retinue.cli.text;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// An event of a run, in a line or a few.
public final class EventText {
  private static final int LINE = 160;

  /// What somebody is to do something about is shown with its end, which says what.
  private static final int WHOLE = 2_000;

  private static final Pattern REPEATED = Pattern.compile("^([a-z_]+: )\\1");
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final Style style;
  private final ZoneId zone;

  public EventText(Style style, ZoneId zone) {
    this.style = style;
    this.zone = zone;
  }

  /// What there is to see, if anything; with the time of day.
  public Optional<String> timed(JsonNode event) {
    var at = event.path("at").asString("");
    var time = at.isEmpty() ? "" : CLOCK.format(LocalTime.ofInstant(Instant.parse(at), zone));
    return of(event).map(text -> style.dim(time) + "  " + text.replace("\n", "\n          "));
  }

  /// What there is to see, if anything.
  public Optional<String> of(JsonNode event) {
    return Optional.of(
            switch (event.path("type").asString("")) {
              case "said" -> Harmless.text(field(event, "text")).strip();
              case "thought" -> style.dim("· " + line(event, "text"));
              case "tool_called" ->
                  style.cyan("▸ " + line(event, "tool")) + " " + line(event, "input");
              case "tool_answered" -> answered(event);
              case "steered" -> style.yellow("> " + line(event, "text"));
              case "told" -> style.dim("told: " + line(event, "text"));
              case "condensed" -> style.dim("summed up: " + line(event, "summary"));
              case "agent_switching" -> style.dim("speaks now: " + line(event, "to"));
              case "model_fallback" ->
                  style.dim("asks now %s: %s".formatted(line(event, "to"), line(event, "why")));
              case "noted" -> style.dim("note: " + whole(event, "text"));
              case "asked" ->
                  style.yellow("? " + Harmless.asked(field(event, "text"), WHOLE))
                      + style.dim(
                          " (%s, '%s')".formatted(line(event, "kind"), line(event, "need")));
              case "answered" -> style.yellow("! " + line(event, "answer"));
              case "delivered" -> style.dim("delivered %s bytes".formatted(line(event, "bytes")));
              case "checked" -> checked(event);
              case "requeued" -> style.dim("taken up again: " + line(event, "why"));
              case "budget_raised" -> style.dim("has another budget");
              case "completed" ->
                  style.green("✓ completed")
                      + " (%s): ".formatted(line(event, "evidence"))
                      + Harmless.text(field(event, "summary"));
              case "failed" ->
                  style.red("✗ failed")
                      + ": "
                      + once(line(event, "reason") + ": " + Harmless.text(field(event, "message")));
              case "stopped" -> style.bold("■ stopped") + ": " + line(event, "why");
              case "result_came_late" -> style.dim("a result came late: ") + line(event, "summary");
              default -> "";
            })
        .filter(text -> !text.isBlank());
  }

  /// A failure begins with its reason, and often its message does so too: once is enough.
  public static String once(String failure) {
    return REPEATED.matcher(failure).replaceFirst("$1");
  }

  private String answered(JsonNode event) {
    var output = "  → " + line(event, "output");
    return event.path("failed").asBoolean(false) ? style.red(output) : style.dim(output);
  }

  private String checked(JsonNode event) {
    boolean passed = event.path("passed").asBoolean(false);
    var text = line(event, "check") + ": " + line(event, "detail");
    return passed ? style.green("✓ ") + text : style.red("✗ ") + text;
  }

  private static String line(JsonNode event, String name) {
    return Harmless.line(field(event, name), LINE);
  }

  private static String whole(JsonNode event, String name) {
    return Harmless.line(field(event, name), WHOLE);
  }

  private static String field(JsonNode event, String name) {
    return event.path(name).asString("");
  }
}
