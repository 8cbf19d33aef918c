package dev.retinue.sdk;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/// Starts the process of a [Child]. The only `ProcessBuilder` of the SDK.
final class ChildProcess {
  private static final File NOTHING = new File(File.separatorChar == '/' ? "/dev/null" : "NUL");

  private ChildProcess() {}

  /// With its environment alone, and never with our own standard input.
  static Process start(Child child, boolean hears) {
    var builder = new ProcessBuilder(child.command()).directory(child.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(child.environment());
    builder.redirectInput(hears ? Redirect.PIPE : Redirect.from(NOTHING));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new AgentException(
          ExitCode.FAILURE,
          "%s cannot be started: %s.".formatted(child.command().getFirst(), e.getMessage()));
    }
  }
}
