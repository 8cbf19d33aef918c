package dev.retinue.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The control group of a run: nothing that is in it gets out, whatever it does to its environment,
/// its session and its parents.
///
/// @param folders one of the second version, or one for each controller of the first
public record Cgroup(List<Path> folders) {
  /// How their names begin, so that nobody else's is ended.
  public static final String PREFIX = "retinue-";

  private static final String FACT = "cgroup";
  private static final String MEMBERS = "cgroup.procs";
  private static final Duration TO_DIE = Duration.ofSeconds(5);
  private static final int GENERATIONS = 5;
  private static final int DEEPEST = 100;

  public Cgroup {
    folders = List.copyOf(folders);
  }

  /// As it was written down among the facts of a run.
  static Optional<Cgroup> of(Map<String, String> facts) {
    var written = facts.getOrDefault(FACT, "");
    var folders =
        Stream.of(written.split(":", -1))
            .filter(it -> it.startsWith("/"))
            .map(Path::of)
            .filter(it -> it.getFileName().toString().startsWith(PREFIX))
            .filter(it -> Files.exists(it.resolve(MEMBERS)))
            .toList();
    return folders.isEmpty() ? Optional.empty() : Optional.of(new Cgroup(folders));
  }

  /// To be written down.
  public Map<String, String> facts() {
    return folders.isEmpty()
        ? Map.of()
        : Map.of(FACT, folders.stream().map(Path::toString).collect(Collectors.joining(":")));
  }

  /// With what it has started since it began: a process moves alone.
  public void admit(ProcessHandle process) {
    enter(process.pid());
    for (int i = 0; i < GENERATIONS; i++) {
      var outside = process.descendants().map(ProcessHandle::pid).filter(it -> !has(it)).toList();
      if (outside.isEmpty()) {
        return;
      }
      outside.forEach(this::enter);
    }
  }

  private void enter(long pid) {
    for (var folder : folders) {
      write(folder.resolve(MEMBERS), Long.toString(pid));
    }
  }

  private boolean has(long pid) {
    return folders.stream().allMatch(folder -> members(folder).contains(pid));
  }

  private static List<Long> members(Path folder) {
    try {
      return Files.readAllLines(folder.resolve(MEMBERS)).stream().map(Long::valueOf).toList();
    } catch (IOException | NumberFormatException e) {
      return List.of();
    }
  }

  /// Ends all that is in it and removes it. Says whether nothing is left.
  public boolean end() {
    long deadline = System.nanoTime() + TO_DIE.toNanos();
    var left = new ArrayList<>(folders);
    left.forEach(Cgroup::kill);
    left.removeIf(Cgroup::remove);
    while (!left.isEmpty() && System.nanoTime() < deadline && pause()) {
      left.stream().flatMap(Cgroup::tree).forEach(Cgroup::kill);
      left.stream().flatMap(Cgroup::tree).forEach(Cgroup::remove);
      left.removeIf(folder -> !Files.exists(folder));
    }
    return left.stream().flatMap(Cgroup::tree).allMatch(folder -> members(folder).isEmpty());
  }

  /// With the groups that somebody has made inside of it to hide there, the deepest first.
  private static Stream<Path> tree(Path folder) {
    try (var all = Files.find(folder, DEEPEST, (_, it) -> it.isDirectory())) {
      return all.sorted(Comparator.comparingInt(Path::getNameCount).reversed()).toList().stream();
    } catch (IOException | UncheckedIOException e) {
      return Stream.of(folder); // One of them was just removed.
    }
  }

  private static void kill(Path folder) {
    if (members(folder).isEmpty()) {
      return;
    }
    var all = folder.resolve("cgroup.kill");
    if (!Files.exists(all) || !write(all, "1")) {
      members(folder).stream()
          .flatMap(pid -> ProcessHandle.of(pid).stream())
          .forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static boolean remove(Path folder) {
    try {
      Files.deleteIfExists(folder);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean pause() {
    try {
      Thread.sleep(5);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean write(Path file, String text) {
    try {
      Files.writeString(file, text, java.nio.file.StandardOpenOption.WRITE);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
