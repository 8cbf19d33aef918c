package dev.retinue.process;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.port.Reaper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// Ends the processes that a former daemon of this data directory started: they carry its mark in
/// their environment, and so does everything that they have started in turn, wherever it went.
///
/// Only Linux shows the environment of a process. Elsewhere nothing is found here.
public final class LeftoverProcesses implements Reaper {
  /// The variable that marks a child, with the data directory as its value.
  public static final String MARK = "RETINUE_HOME";

  /// The variable that names the run of a child. Both are needed: a person may have the first in
  /// the environment of everything he starts.
  public static final String RUN = "RETINUE_RUN";

  private static final long PATIENCE_SECONDS = 5;
  private static final int ROUNDS = 10;

  private final Path proc;
  private final String mark;

  public LeftoverProcesses(Path dataDirectory) {
    this.proc = Path.of("/proc");
    this.mark = MARK + "=" + dataDirectory;
  }

  /// Looks until nothing is found: what is being ended may just have started something.
  @Override
  public void reap(List<Run> occupied) {
    var spared = spared();
    for (int round = 0; round < ROUNDS; round++) {
      var found = marked(spared);
      if (found.isEmpty()) {
        return;
      }
      found.forEach(ProcessHandle::destroyForcibly);
      found.forEach(LeftoverProcesses::awaitEnd);
    }
    throw new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "Processes of an earlier Retinue cannot be ended; look for those with %s in their environment."
            .formatted(mark));
  }

  /// Whoever was started from within a run has its mark: this process, and those that wait for it.
  private static Set<Long> spared() {
    var spared = new HashSet<Long>();
    for (var handle = ProcessHandle.current(); handle != null; ) {
      spared.add(handle.pid());
      handle = handle.parent().orElse(null);
    }
    return spared;
  }

  private List<ProcessHandle> marked(Set<Long> spared) {
    try (Stream<Path> entries = Files.list(proc)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.chars().allMatch(Character::isDigit))
          .map(Long::valueOf)
          .filter(pid -> !spared.contains(pid))
          .flatMap(pid -> ProcessHandle.of(pid).stream())
          // The handle first, the mark second: a number that was given anew in between is not
          // killed.
          .filter(handle -> isMarked(handle.pid()))
          .filter(ProcessHandle::isAlive)
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private boolean isMarked(long pid) {
    try {
      var environment =
          Files.readString(proc.resolve(pid + "/environ"), StandardCharsets.ISO_8859_1);
      var wanted = new String(mark.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      var variables = List.of(environment.split("\0", -1));
      return variables.contains(wanted)
          && variables.stream().anyMatch(variable -> variable.startsWith(RUN + "="));
    } catch (IOException e) {
      // Gone, or another user's: not ours.
      return false;
    }
  }

  private static void awaitEnd(ProcessHandle process) {
    try {
      process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The next look will tell.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
