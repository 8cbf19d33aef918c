package dev.retinue.rules.planted.web;

import java.util.List;

/// Starts a process where none may be started.
public final class StartsAProcess {
  private StartsAProcess() {}

  public static ProcessBuilder start() {
    return new ProcessBuilder(List.of("true"));
  }
}
