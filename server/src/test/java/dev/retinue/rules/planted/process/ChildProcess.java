package dev.retinue.rules.planted.process;

import java.util.List;

/// The one class that may start a process: not a violation.
public final class ChildProcess {
  private ChildProcess() {}

  public static ProcessBuilder allowed() {
    return new ProcessBuilder(List.of("true"));
  }
}
