package dev.retinue.config.team.key;

import dev.retinue.config.yaml.Position;

/// Something that the writer of a file should know, and that is no reason to refuse it.
public record Remark(Position at, String sentence) {
  /// As people are told.
  ///
  /// @param file how they name the file
  public String in(String file) {
    return at.in(file) + ": " + sentence;
  }
}
