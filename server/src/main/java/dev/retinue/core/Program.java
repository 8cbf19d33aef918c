package dev.retinue.core;

import java.util.List;
import java.util.Objects;

/// A program that the operator named: it reads its contract on standard input.
///
/// @param command a name on the `PATH`, or a full path
/// @param environment the variables of the daemon that it may see besides those that all may
/// @param format how what it prints is read
public record Program(
    String command, List<String> arguments, List<String> environment, Format format) {
  /// How what a program prints is read.
  public enum Format {
    /// All of it is its result.
    TEXT,
    /// One JSON object a line.
    JSON_LINES
  }

  public Program {
    arguments = List.copyOf(Objects.requireNonNullElse(arguments, List.of()));
    environment = List.copyOf(Objects.requireNonNullElse(environment, List.of()));
    format = Objects.requireNonNullElse(format, Format.TEXT);
  }
}
