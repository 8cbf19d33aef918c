package dev.retinue.cli.connect;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Values as they stand in TOML.
final class TomlValue {
  private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_-]+");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

  private TomlValue() {}

  static String of(String text) {
    var letters = new StringBuilder("\"");
    text.chars()
        .forEach(
            it -> {
              switch (it) {
                case '"' -> letters.append("\\\"");
                case '\\' -> letters.append("\\\\");
                case '\n' -> letters.append("\\n");
                case '\t' -> letters.append("\\t");
                default -> {
                  if (it < ' ' || it == 127) {
                    letters.append("\\u%04x".formatted(it));
                  } else {
                    letters.append((char) it);
                  }
                }
              }
            });
    return letters.append('"').toString();
  }

  static String of(List<String> texts) {
    return texts.stream().map(TomlValue::of).collect(Collectors.joining(", ", "[", "]"));
  }

  static String of(Map<String, String> texts) {
    return texts.entrySet().stream()
        .map(it -> key(it.getKey()) + " = " + of(it.getValue()))
        .collect(Collectors.joining(", ", "{ ", " }"));
  }

  static String key(String name) {
    return BARE.matcher(name).matches() ? name : of(name);
  }

  /// What a text in quotation marks says, on one line.
  static String string(String quoted) {
    var inside = quoted.substring(1, quoted.length() - 1);
    return quoted.startsWith("'")
        ? inside
        : ESCAPE.matcher(inside).replaceAll(it -> Matcher.quoteReplacement(meant(it.group(1))));
  }

  private static String meant(String escaped) {
    return switch (escaped.charAt(0)) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case 'u' ->
          escaped.length() == 5
              ? String.valueOf((char) Integer.parseInt(escaped.substring(1), 16))
              : escaped;
      default -> escaped;
    };
  }
}
