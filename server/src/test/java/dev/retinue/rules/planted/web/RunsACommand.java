package dev.retinue.rules.planted.web;

import java.io.IOException;

/// Starts a process by the old way round `ProcessBuilder`.
public final class RunsACommand {
  private RunsACommand() {}

  public static Process run() throws IOException {
    return Runtime.getRuntime().exec(new String[] {"true"});
  }
}
