package dev.retinue.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The processes of runs, known by the marks in their environment. Everything that they start has
/// the same, wherever it goes: into a session of its own, or to another parent.
///
/// Only Linux shows the environment of a process. Elsewhere nothing is found here.
final class Marked {
  private static final Path PROC = Path.of("/proc");
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int ROUNDS = 10;

  private final String home;
  private final Predicate<String> isRun;

  /// @param run the one whose processes are meant, or null for those of all runs
  Marked(Path dataDirectory, @Nullable String run) {
    this.home = LeftoverProcesses.MARK + "=" + dataDirectory;
    this.isRun =
        run == null
            ? variable -> variable.startsWith(LeftoverProcesses.RUN + "=")
            : (LeftoverProcesses.RUN + "=" + run)::equals;
  }

  /// Ends all of them, and looks until nothing is found: what is being ended may just have started
  /// something. Says whether nothing is left.
  boolean end() {
    var spared = spared();
    for (int round = 0; round < ROUNDS; round++) {
      var found = find(spared);
      if (found.isEmpty()) {
        return true;
      }
      found.forEach(ProcessHandle::destroyForcibly);
      found.forEach(Marked::awaitEnd);
    }
    return find(spared).isEmpty();
  }

  /// Those that are alive.
  List<ProcessHandle> find() {
    return find(spared());
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

  private List<ProcessHandle> find(Set<Long> spared) {
    try (Stream<Path> entries = Files.list(PROC)) {
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

  /// Zombies have no environment any more, and so do not count.
  private boolean isMarked(long pid) {
    try {
      var environment =
          Files.readString(PROC.resolve(pid + "/environ"), StandardCharsets.ISO_8859_1);
      var wanted = new String(home.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      var variables = List.of(environment.split("\0", -1));
      return variables.contains(wanted) && variables.stream().anyMatch(isRun);
    } catch (IOException e) {
      // Gone, or another user's: not ours.
      return false;
    }
  }

  /// By looking, and not by being told: what tells us may be a thread that has given up what it may
  /// do (see [Sacrifice]), and would start others like itself.
  private static void awaitEnd(ProcessHandle process) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (process.isAlive() && System.nanoTime() < deadline) {
        Thread.sleep(1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
