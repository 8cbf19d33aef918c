package dev.retinue.core.permission;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.StreamSupport;

/// What stands in the brackets of a rule.
///
/// @param pattern for files
/// @param glob for commands and other text
/// @param alone the same without what may follow, where anything may, or nothing
record Argument(String pattern, Glob glob, Glob alone) {
  private static final String ANYTHING = " *";

  static Argument of(String written) {
    // What is known elsewhere as 'git:*'.
    var text =
        written.endsWith(":*") ? written.substring(0, written.length() - 2) + ANYTHING : written;
    var alone =
        text.endsWith(ANYTHING) ? text.substring(0, text.length() - ANYTHING.length()) : text;
    return new Argument(text, Glob.of(text), Glob.of(alone));
  }

  boolean covers(Subject subject) {
    return switch (subject) {
      case Subject.Command(var line) -> coversCommand(line.strip());
      case Subject.File(var names, var folders) ->
          !names.isEmpty()
              && names.stream()
                  .allMatch(name -> folders.stream().anyMatch(it -> fits(it, name, false)));
      case Subject.Text(var text) -> matches(text, false);
    };
  }

  /// Only a single simple command, exactly as it is written: where a shell would make something
  /// else of it, nobody knows what.
  private boolean coversCommand(String line) {
    var read = ShellLine.of(line);
    if (!read.simple() || !matches(line, false)) {
      return false;
    }
    // A rule that names a folder is not a way out of it.
    return !pattern.contains("/") || !(read.climbs() || read.expands());
  }

  boolean touches(Subject subject) {
    return switch (subject) {
      case Subject.Command(var line) ->
          matches(line.strip(), true)
              || ShellLine.of(line).parts().stream().anyMatch(part -> matches(part, true));
      case Subject.File(var names, var folders) ->
          names.stream()
              .anyMatch(
                  name -> anywhere(name) || folders.stream().anyMatch(it -> fits(it, name, true)));
      case Subject.Text(var text) -> matches(text, true);
    };
  }

  private boolean matches(String text, boolean ignoringCase) {
    return glob.matches(text, ignoringCase) || alone.matches(text, ignoringCase);
  }

  /// A name without a folder, or below any folder.
  private boolean anywhere(Path name) {
    var inside = pattern.startsWith("**/") ? pattern : "**/" + pattern;
    return (pattern.startsWith("**/") || !pattern.contains("/"))
        && Glob.matchesPath(inside, parts(name), true);
  }

  private boolean fits(Path folder, Path name, boolean ignoringCase) {
    var wanted = new ArrayDeque<String>();
    if (!pattern.startsWith("/")) {
      parts(folder).forEach(it -> wanted.add(escaped(it)));
    }
    for (var part : pattern.split("/", -1)) {
      if (part.equals("..")) {
        wanted.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        wanted.add(part);
      }
    }
    return Glob.matchesPath(String.join("/", wanted), parts(name), ignoringCase);
  }

  /// The folder is a name, and no pattern.
  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("*", "\\*");
  }

  private static List<String> parts(Path path) {
    return StreamSupport.stream(path.spliterator(), false).map(Path::toString).toList();
  }
}
