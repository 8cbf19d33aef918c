package dev.retinue.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/// The processes that work on a folder: its name stands in their command lines.
public final class Traces {
  private Traces() {}

  public static List<ProcessHandle> of(Path folder) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(process -> commandLine(process).contains(folder.toString()))
        .toList();
  }

  private static String commandLine(ProcessHandle process) {
    return told(process, "cmdline");
  }

  private static String told(ProcessHandle process, String file) {
    try {
      // As bytes: others write there what they like.
      var bytes = Files.readAllBytes(Path.of("/proc/%d/%s".formatted(process.pid(), file)));
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /// Ends all of them, until there are no more: one may be starting another.
  public static void kill(Path folder) {
    kill(() -> of(folder));
  }

  /// The same, and also those that have the folder only in their environment, as one does whose
  /// command line is still to come.
  public static void killAround(Path folder) {
    kill(() -> around(folder));
  }

  private static void kill(Supplier<List<ProcessHandle>> those) {
    for (var left = those.get(); !left.isEmpty(); left = those.get()) {
      left.forEach(ProcessHandle::destroyForcibly);
      left.forEach(process -> process.onExit().join());
    }
  }

  private static List<ProcessHandle> around(Path folder) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(
            process ->
                (commandLine(process) + told(process, "environ")).contains(folder.toString()))
        .toList();
  }
}
