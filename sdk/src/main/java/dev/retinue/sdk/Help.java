package dev.retinue.sdk;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What `--help` says.
final class Help {
  private Help() {}

  static String text(Spec spec) {
    var lines = new ArrayList<String>();
    lines.add("%s %s: %s".formatted(spec.name(), spec.version(), spec.description()).strip());
    lines.add("");
    lines.add("Usage: %s [options]".formatted(spec.name()));
    if (!spec.accepts().isEmpty()) {
      lines.add(
          "What it works on%s is given by --context-file, --context, or standard input."
              .formatted(spec.contextRequired() ? " (needed)" : ""));
    }
    addOptions(lines, spec);
    lines.add("");
    lines.add("Options of every agent:");
    for (var flag : Flags.Usual.values()) {
      lines.add(
          "  %-26s %s"
              .formatted("--" + flag.flag() + (flag.hasValue() ? " <value>" : ""), flag.about()));
    }
    if (!spec.variables().isEmpty()) {
      lines.add("");
      lines.add("Environment:");
      spec.variables()
          .forEach(
              it ->
                  lines.add(
                      "  %-26s %s%s"
                          .formatted(
                              it.name(), it.description(), it.required() ? " (needed)" : "")));
    }
    if (!spec.examples().isEmpty()) {
      lines.add("");
      lines.add("Examples:");
      spec.examples().forEach(it -> lines.add("  " + it));
    }
    lines.add("");
    lines.add("Exit codes: 0 done, 1 failed, 2 wrong use or something missing, 3 took too long,");
    lines.add("  4 not permitted, 10 and more as the agent says, 130 and 143 interrupted.");
    return String.join("\n", lines);
  }

  private static void addOptions(List<String> lines, Spec spec) {
    if (spec.options().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Options:");
    for (var option : spec.options()) {
      var flag =
          (option.alias() == null ? "" : "-" + option.alias() + ", ")
              + "--"
              + option.name()
              + (option.type() == Option.Type.BOOLEAN
                  ? ""
                  : " <" + Describe.type(option.type()) + ">");
      var choices =
          option.choices().isEmpty() ? "" : "one of " + String.join(", ", option.choices());
      var about =
          Stream.of(option.description(), choices)
              .filter(it -> !it.isBlank())
              .collect(Collectors.joining(", "));
      var more =
          (option.fallback() == null ? "" : " (" + option.fallback() + ")")
              + (option.required() ? " (needed)" : "");
      lines.add("  %-26s %s".formatted(flag, (about + more).strip()).stripTrailing());
    }
  }
}
