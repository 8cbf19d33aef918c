package dev.retinue.cli.text;

import java.util.Map;

/// Colours, where somebody sees them and has not asked for none.
public enum Style {
  PLAIN,
  COLOURED;

  public static Style of(boolean watched, Map<String, String> environment) {
    boolean unwanted =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    return watched && !unwanted ? COLOURED : PLAIN;
  }

  public String bold(String text) {
    return in("1", text);
  }

  public String dim(String text) {
    return in("2", text);
  }

  public String italic(String text) {
    return in("3", text);
  }

  /// Chosen among others; without colours it has a mark.
  public String reversed(String text) {
    return this == COLOURED ? in("7", text) : "> " + text;
  }

  public String red(String text) {
    return in("31", text);
  }

  public String green(String text) {
    return in("32", text);
  }

  public String yellow(String text) {
    return in("33", text);
  }

  public String cyan(String text) {
    return in("36", text);
  }

  /// A state of a run, in the colour that it has everywhere.
  public String state(String state, String text) {
    return switch (state) {
      case "completed" -> green(text);
      case "failed" -> red(text);
      case "waiting" -> yellow(text);
      case "running" -> cyan(text);
      default -> dim(text);
    };
  }

  private String in(String code, String text) {
    return this == COLOURED && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
