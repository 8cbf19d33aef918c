package dev.retinue.config;

import dev.retinue.core.CheckCommand;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// The section `checks`: commands that callers can name to have work checked.
final class ChecksSection {
  private static final int LONGEST_WORD = 4_000;
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

  private static final Key<List<String>> COMMAND =
      Key.required(
          "command",
          new Words(Kinds.words(LONGEST_WORD)),
          "A program and its arguments, each a word of its own; no shell reads them.");
  private static final Key<Duration> TIMEOUT =
      Key.of(
          "timeout",
          Kinds.duration(Duration.ofSeconds(1), Duration.ofHours(2)),
          Duration.ofMinutes(5),
          "After how long it has not passed.");

  private ChecksSection() {}

  static Key<List<CheckCommand>> key() {
    return Key.of(
        "checks",
        new Members<>(
            new Shape<>(List.of(COMMAND, TIMEOUT), ChecksSection::command),
            ChecksSection::checkName),
        List.of(),
        "Commands that callers can name as checks of a result, each under its name.");
  }

  private static CheckCommand command(Values values) {
    return new CheckCommand(values.name(), values.require(COMMAND), values.require(TIMEOUT));
  }

  private static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The name of a check has at most 64 lower-case letters, digits, '-' and '_': '%s' does not."
              .formatted(Excerpt.of(name)));
    }
  }
}
