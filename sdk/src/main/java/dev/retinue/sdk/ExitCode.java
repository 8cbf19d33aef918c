package dev.retinue.sdk;

/// How agents end. From 10 on the codes are an agent's own.
final class ExitCode {
  static final int FAILURE = 1;
  static final int USAGE = 2;
  static final int TIMEOUT = 3;
  static final int PERMISSION = 4;
  static final int INTERRUPTED = 130;
  static final int TERMINATED = 143;

  private ExitCode() {}
}
