package dev.retinue.process.sandbox;

import dev.retinue.core.Allowance;
import dev.retinue.process.Cgroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The control groups of this machine, as far as we may make some: of the second version, of the
/// first, or of both.
final class Cgroups {
  private static final String SECOND = "";
  private static final String BELOW = Cgroup.PREFIX + "daemon";
  private static final String CONTROLLERS = "cgroup.subtree_control";
  private static final long PERIOD_MICROS = 100_000;

  /// Where our own group is, by controller; that of the second version has no name.
  private final Map<String, Path> own;

  private Cgroups(Map<String, Path> own) {
    this.own = Map.copyOf(own);
  }

  /// A group, and what it does not limit though it should.
  record Made(Cgroup group, List<String> unlimited) {}

  static Cgroups ofThisMachine() {
    try {
      var mounts = mounts(Files.readAllLines(Path.of("/proc/self/mountinfo")));
      var own = new HashMap<String, Path>();
      for (var line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
        var parts = line.split(":", 3);
        for (var controller : parts[1].split(",", -1)) {
          Optional.ofNullable(mounts.get(controller))
              .map(mount -> ours(Path.of(mount.toString(), parts[2])))
              .filter(Files::isWritable)
              .ifPresent(folder -> own.put(controller, folder));
        }
      }
      return new Cgroups(own);
    } catch (IOException | RuntimeException e) {
      return new Cgroups(Map.of());
    }
  }

  /// Once we went below our own group it is still that one, or we would go deeper each time.
  static Path ours(Path folder) {
    var above = folder.getParent();
    return above != null && folder.endsWith(BELOW) ? ours(above) : folder;
  }

  private static Map<String, Path> mounts(List<String> lines) {
    var mounts = new HashMap<String, Path>();
    for (var line : lines) {
      var halves = line.split(" - ", 2);
      var place = Path.of(halves[0].split(" ", -1)[4]);
      var kind = halves[1].split(" ", -1);
      if (kind[0].equals("cgroup2")) {
        mounts.put(SECOND, place);
      } else if (kind[0].equals("cgroup")) {
        Stream.of(kind[2].split(",", -1)).forEach(option -> mounts.putIfAbsent(option, place));
      }
    }
    return mounts;
  }

  /// In one sentence, for people.
  String described() {
    if (own.isEmpty()) {
      return "no control group can be made";
    }
    var limits = Stream.of("memory", "pids", "cpu").filter(this::limits).toList();
    return limits.isEmpty()
        ? "control groups end what is left, but limit nothing"
        : "control groups limit " + String.join(", ", limits);
  }

  private boolean limits(String controller) {
    return own.containsKey(controller) || offered().contains(controller);
  }

  /// What the second version could limit.
  private List<String> offered() {
    var folder = own.get(SECOND);
    return folder == null
        ? List.of()
        : read(folder.resolve("cgroup.controllers"))
            .map(it -> List.of(it.strip().split(" ", -1)))
            .orElse(List.of());
  }

  /// A group for a run, as far as that is possible.
  Made make(String run, Allowance allowance) {
    var folders = new HashMap<String, Path>();
    var second = own.get(SECOND);
    if (second != null && !allowance.isAny()) {
      hand(second);
    }
    make(folders, SECOND, run);
    var unlimited = new ArrayList<String>();
    limit(folders, run, "memory", allowance.memory(), unlimited);
    limit(folders, run, "pids", allowance.processes(), unlimited);
    limit(folders, run, "cpu", allowance.cpus(), unlimited);
    return new Made(new Cgroup(List.copyOf(folders.values())), unlimited);
  }

  private void make(Map<String, Path> folders, String controller, String run) {
    var above = own.get(controller);
    if (above == null) {
      return;
    }
    var folder = above.resolve(Cgroup.PREFIX + run);
    try {
      Files.createDirectories(folder);
      folders.put(controller, folder);
    } catch (IOException e) {
      // Then there is none; who needs it says so.
    }
  }

  private void limit(
      Map<String, Path> folders,
      String run,
      String controller,
      @Nullable Long most,
      List<String> unlimited) {
    if (most == null) {
      return;
    }
    var second = folders.get(SECOND);
    if (second != null && write(second, controller + ".max", inSecond(controller, most))) {
      return;
    }
    make(folders, controller, run);
    var first = folders.get(controller);
    boolean done =
        first != null
            && switch (controller) {
              case "memory" -> write(first, "memory.limit_in_bytes", Long.toString(most));
              case "pids" -> write(first, "pids.max", Long.toString(most));
              default ->
                  write(first, "cpu.cfs_period_us", Long.toString(PERIOD_MICROS))
                      && write(first, "cpu.cfs_quota_us", Long.toString(most * PERIOD_MICROS));
            };
    if (!done) {
      unlimited.add(controller);
    }
  }

  private static String inSecond(String controller, long most) {
    return controller.equals("cpu")
        ? "%d %d".formatted(most * PERIOD_MICROS, PERIOD_MICROS)
        : Long.toString(most);
  }

  /// Hands its controllers down. A group that does so may have no member of its own, so we go into
  /// one below it, and back where that was in vain.
  private void hand(Path folder) {
    var wanted =
        Stream.of("memory", "pids", "cpu").filter(offered()::contains).map("+"::concat).toList();
    var words = String.join(" ", wanted);
    if (wanted.isEmpty() || write(folder, CONTROLLERS, words)) {
      return;
    }
    var pid = Long.toString(ProcessHandle.current().pid());
    var below = folder.resolve(BELOW);
    try {
      Files.createDirectories(below);
    } catch (IOException e) {
      return;
    }
    if (write(below, "cgroup.procs", pid) && !write(folder, CONTROLLERS, words)) {
      write(folder, "cgroup.procs", pid);
    }
  }

  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean write(Path folder, String file, String text) {
    try {
      Files.writeString(folder.resolve(file), text, StandardOpenOption.WRITE);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
