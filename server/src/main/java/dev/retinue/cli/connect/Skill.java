package dev.retinue.cli.connect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// What teaches the model of a client to use Retinue well.
final class Skill {
  static final String NAME = "retinue";

  /// In which clients look for skills.
  static final String FOLDER = "skills";

  private static final String MARK = "written-by: retinue connect";

  private Skill() {}

  static String text() {
    try (var stream =
        Objects.requireNonNull(Skill.class.getResourceAsStream("SKILL.md"), "SKILL.md")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether this is one of ours, of whichever version.
  static boolean isOurs(String text) {
    return text.contains(MARK);
  }
}
