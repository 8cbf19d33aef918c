package dev.retinue.core.permission;

import dev.retinue.core.Digest;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Masked;
import java.util.List;
import java.util.stream.Collectors;

/// What somebody is about to do: a tool, and all that it is to be used on.
///
/// @param names of the tool: the program's own, and the one by which rules know it elsewhere
/// @param subjects at least one
/// @param arguments all of them, as they were given
public record Deed(List<String> names, List<Subject> subjects, String arguments) {
  private static final int LONGEST = 2_000;
  private static final int LONGEST_NAME = 100;

  public Deed {
    names = List.copyOf(names);
    subjects = List.copyOf(subjects);
    if (names.isEmpty() || subjects.isEmpty()) {
      throw new IllegalArgumentException("a deed has a tool, and is about something");
    }
  }

  public String tool() {
    return names.getFirst();
  }

  /// Tells exactly this one from all others.
  public String digest() {
    return Digest.of(tool(), arguments);
  }

  /// For a person: short, on one line, and harmless to a terminal.
  public String shown() {
    var about = subjects.stream().map(Deed::text).collect(Collectors.joining(", "));
    return "%s: %s"
        .formatted(
            Excerpt.of(tool(), LONGEST_NAME), Excerpt.of(shortened(about.strip()), 2 * LONGEST));
  }

  /// What is in the middle is left out, and that is said: nothing is hidden at the end.
  private static String shortened(String text) {
    // First: of half a secret, or one on a single line, nobody knows later that it is one.
    var lines = Masked.withoutKnown(text).replace("\r\n", "\n").replace("\n", " ⏎ ");
    int more = lines.length() - LONGEST;
    return more <= 0
        ? lines
        : "%s … %d more characters … %s"
            .formatted(
                lines.substring(0, LONGEST / 2),
                more,
                lines.substring(lines.length() - LONGEST / 2));
  }

  private static String text(Subject subject) {
    return switch (subject) {
      case Subject.Command(var line) -> line;
      case Subject.File(var names, var _) ->
          names.stream().distinct().map(Object::toString).collect(Collectors.joining(" → "));
      case Subject.Text(var text) -> text;
    };
  }
}
