package dev.retinue.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
    try {
      return Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid())));
    } catch (IOException e) {
      return "";
    }
  }

  /// Ends all of them, until there are no more: one may be starting another.
  public static void kill(Path folder) {
    for (var left = of(folder); !left.isEmpty(); left = of(folder)) {
      left.forEach(ProcessHandle::destroyForcibly);
      left.forEach(process -> process.onExit().join());
    }
  }
}
