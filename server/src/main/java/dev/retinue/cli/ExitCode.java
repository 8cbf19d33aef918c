package dev.retinue.cli;

/// What a script learns from the end of a command.
final class ExitCode {
  static final int OK = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;

  private ExitCode() {}
}
