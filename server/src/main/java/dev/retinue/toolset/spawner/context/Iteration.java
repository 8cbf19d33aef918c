package dev.retinue.toolset.spawner.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The part of a `PLAN.md` that is at work: its first section with the number of a version that has
/// no line with both a ticked box and the word complete.
final class Iteration {
  static final String NONE = "[No active iteration found]";

  private static final Pattern BEGIN = Pattern.compile("##\\s+v?\\d+\\.\\d+.*");
  private static final Pattern HEADING = Pattern.compile("##?\\s.*");
  private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");

  private Iteration() {}

  static String current(String plan) {
    return sections(plan).stream()
        .filter(section -> section.stream().noneMatch(Iteration::isDone))
        .findFirst()
        .map(section -> String.join("\n", section).strip())
        .orElse(NONE);
  }

  /// From a heading with a number to the next heading that is not below it. What looks like one in
  /// code is none.
  private static List<List<String>> sections(String plan) {
    var sections = new ArrayList<List<String>>();
    boolean inside = false;
    boolean code = false;
    for (var line : plan.lines().toList()) {
      if (!code && HEADING.matcher(line).matches()) {
        inside = BEGIN.matcher(line).matches();
        if (inside) {
          sections.add(new ArrayList<>());
        }
      }
      code ^= FENCE.matcher(line).matches();
      if (inside) {
        sections.getLast().add(line);
      }
    }
    return sections;
  }

  private static boolean isDone(String line) {
    var lower = line.toLowerCase(Locale.ROOT);
    return lower.contains("[x]") && lower.contains("complete");
  }
}
