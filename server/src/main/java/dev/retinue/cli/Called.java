package dev.retinue.cli;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How somebody called Retinue: `./retinue` in a clone, `retinue` where it is on the `PATH`. What
/// sentences tell him to type is to work as it stands there.
final class Called {
  /// Every sentence names commands by the word that most people type.
  private static final Pattern COMMAND =
      Pattern.compile("(?<![\\w./-])retinue (?=[a-z]|<command>|--help)");

  private static final Pattern PLAIN = Pattern.compile("[\\w./~+@:=-]+");

  private static final String WORD =
      word(System.getProperty("retinue.called"), System.getenv(), Path.of(""));

  private Called() {}

  /// The sentence, with the word that this user types.
  static String in(String sentence) {
    return in(sentence, WORD);
  }

  static String in(String sentence, String word) {
    return word.equals("retinue")
        ? sentence
        : COMMAND.matcher(sentence).replaceAll(Matcher.quoteReplacement(word + " "));
  }

  /// @param called what the launcher knows itself by; null if it did not start this
  static String word(@Nullable String called, Map<String, String> environment, Path here) {
    if (called == null || called.isBlank()) {
      return "retinue";
    }
    try {
      var file = here.toAbsolutePath().resolve(called).normalize();
      var name = String.valueOf(file.getFileName());
      boolean onPath =
          Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
              .filter(it -> !it.isBlank())
              .anyMatch(it -> Path.of(it).normalize().equals(file.getParent()));
      return onPath ? name : quoted(called.contains("/") ? called : "./" + called);
    } catch (InvalidPathException e) {
      return "retinue";
    }
  }

  static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
