package dev.retinue.cli;

/// What a script learns from the end of a command.
public final class ExitCode {
  public static final int OK = 0;
  public static final int FAILED = 1;
  public static final int USAGE = 2;

  private ExitCode() {}
}
