package dev.retinue.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the processes of this machine have used. One look is enough for all who ask within a while:
/// it costs as much for one as for a hundred.
public final class Census {
  private static final Path PROC = Path.of("/proc");
  // Linux tells times in these, whatever its own clock is.
  private static final long TICKS_PER_SECOND = 100;
  private static final long PAGE = 4096;

  private final LongSupplier nanoTime;
  private Map<Long, List<Entry>> byParent = Map.of();
  private @Nullable Long taken;

  /// @param nanoTime of a clock that never jumps
  public Census(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// What a process and all that it has started have used.
  ///
  /// @param cpu of the processor, with those of them that have ended
  /// @param resident how many bytes of memory they have
  public record Vitals(Duration cpu, int processes, long resident) {
    public static final Vitals NONE = new Vitals(Duration.ZERO, 0, 0);
  }

  private record Entry(long pid, long parent, long ticks, long pages) {}

  /// How a process and all below it are.
  ///
  /// @param age how old the answer may be
  public synchronized Vitals of(long pid, Duration age) {
    if (!Files.isDirectory(PROC.resolve("self"))) {
      return elsewhere(pid);
    }
    long now = nanoTime.getAsLong();
    if (taken == null || now - taken > age.toNanos()) {
      byParent = look();
      taken = now;
    }
    return sum(pid);
  }

  private Vitals sum(long pid) {
    long ticks = 0;
    long pages = 0;
    int count = 0;
    var open = new ArrayList<Entry>();
    read(pid).ifPresent(open::add);
    while (!open.isEmpty()) {
      var entry = open.removeLast();
      ticks += entry.ticks;
      pages += entry.pages;
      count++;
      open.addAll(byParent.getOrDefault(entry.pid, List.of()));
    }
    return new Vitals(Duration.ofMillis(ticks * 1000 / TICKS_PER_SECOND), count, pages * PAGE);
  }

  private static Map<Long, List<Entry>> look() {
    var found = new HashMap<Long, List<Entry>>();
    try (Stream<Path> entries = Files.list(PROC)) {
      entries
          .map(it -> it.getFileName().toString())
          .filter(it -> it.chars().allMatch(Character::isDigit))
          .flatMap(it -> read(Long.parseLong(it)).stream())
          .forEach(it -> found.computeIfAbsent(it.parent, _ -> new ArrayList<>()).add(it));
    } catch (IOException e) {
      return Map.of();
    }
    return found;
  }

  private static Optional<Entry> read(long pid) {
    try {
      var line = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
      // The second field is a name in brackets that may hold anything.
      var rest = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = 0;
      for (int i = 11; i <= 14; i++) {
        ticks += Long.parseLong(rest[i]);
      }
      return Optional.of(new Entry(pid, Long.parseLong(rest[1]), ticks, Long.parseLong(rest[21])));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /// Slower, and memory is not told.
  private static Vitals elsewhere(long pid) {
    var self = ProcessHandle.of(pid);
    if (self.isEmpty()) {
      return Vitals.NONE;
    }
    var all = Stream.concat(self.stream(), self.get().descendants()).toList();
    var cpu =
        all.stream()
            .flatMap(it -> it.info().totalCpuDuration().stream())
            .reduce(Duration.ZERO, Duration::plus);
    return new Vitals(cpu, all.size(), 0);
  }
}
