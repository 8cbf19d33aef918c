package dev.retinue.core.permission;

import java.util.List;

/// A line for a shell, as far as it can be read without being one.
///
/// @param simple whether it is one command, with nothing that a shell would make something else of
/// @param plain whether every command in it can be seen, however deep
/// @param climbs whether a word of it goes up by `..`
/// @param expands whether a word of it is a pattern of names
/// @param parts every command in it, in every form in which a rule may name it
record ShellLine(
    boolean simple, boolean plain, boolean climbs, boolean expands, List<String> parts) {
  /// What is longer is not looked at.
  static final int LONGEST = 20_000;

  private static final int DEEPEST = 8;

  ShellLine {
    parts = List.copyOf(parts);
  }

  static ShellLine of(String line) {
    var reader = new ShellReader(DEEPEST);
    reader.read(line.length() <= LONGEST ? line : line.substring(0, LONGEST));
    boolean whole = line.length() <= LONGEST;
    return new ShellLine(
        whole && reader.isSimple(),
        whole && reader.isPlain(),
        reader.climbs(),
        reader.expands(),
        reader.parts());
  }
}
