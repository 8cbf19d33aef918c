package dev.retinue.sdk;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Starts the process of a [Child]. The only `ProcessBuilder` of the SDK.
final class ChildProcess {
  private static final File NOTHING = new File(File.separatorChar == '/' ? "/dev/null" : "NUL");

  /// Those that somebody still waits for.
  private static final Set<Process> AT_WORK = ConcurrentHashMap.newKeySet();

  private ChildProcess() {}

  /// Ends all of them with what they have started, before the process itself ends.
  static void endAll(Duration grace) {
    var trees =
        AT_WORK.stream()
            .map(it -> Thread.ofPlatform().start(() -> new ProcessTree(it).end(grace)))
            .toList();
    try {
      for (var tree : trees) {
        tree.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Nobody waits for it any more.
  static void forget(Process process) {
    AT_WORK.remove(process);
  }

  /// With its environment alone, and never with our own standard input.
  static Process start(Child child, boolean hears) {
    var builder = new ProcessBuilder(child.command()).directory(child.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(child.environment());
    builder.redirectInput(hears ? Redirect.PIPE : Redirect.from(NOTHING));
    try {
      var process = builder.start();
      AT_WORK.add(process);
      return process;
    } catch (IOException e) {
      throw new AgentException(
          ExitCode.FAILURE,
          "%s cannot be started: %s.".formatted(child.command().getFirst(), e.getMessage()));
    }
  }
}
