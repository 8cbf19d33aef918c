package dev.retinue.cli;

/// What a script learns from the end of a command.
public final class ExitCode {
  /// Done; of a run: completed.
  public static final int OK = 0;

  /// Not done; of a run: failed.
  public static final int FAILED = 1;

  /// Asked for wrongly.
  public static final int USAGE = 2;

  /// The run was stopped.
  public static final int STOPPED = 3;

  /// The daemon cannot be reached, or cannot serve now.
  public static final int UNREACHABLE = 4;

  /// The time was over.
  public static final int TIME_OVER = 5;

  /// Somebody pressed Ctrl-C.
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
