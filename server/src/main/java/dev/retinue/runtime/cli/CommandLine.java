package dev.retinue.runtime.cli;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Masked;
import dev.retinue.process.Spawn;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What is started for a run, as somebody would type it into a shell.
final class CommandLine {
  private static final int LONGEST_WORD = 500;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private CommandLine() {}

  /// What is kept of it with the run: no secret is ever in a command, and should one look like
  /// that, it is masked.
  static String of(Spawn spawn) {
    return Masked.of(
        spawn.command().stream().map(CommandLine::quoted).collect(Collectors.joining(" ")));
  }

  /// A word that is very long is a text, and its beginning says which.
  private static String quoted(String word) {
    var shown = word.length() > LONGEST_WORD ? Excerpt.of(word) : word;
    return PLAIN.matcher(shown).matches() ? shown : "'" + shown.replace("'", "'\\''") + "'";
  }
}
