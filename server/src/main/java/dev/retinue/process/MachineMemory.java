package dev.retinue.process;

import dev.retinue.core.port.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// What Linux says of the memory of this machine, and of the group of processes to which this one
/// belongs, whichever has less. Other systems are not asked.
public final class MachineMemory implements Memory {
  private static final long KIBIBYTE = 1024;

  private final Path root;

  public MachineMemory() {
    this(Path.of("/"));
  }

  /// @param root the top of the file system in which to look
  MachineMemory(Path root) {
    this.root = root;
  }

  @Override
  public OptionalLong free() {
    var machine = number(lines("proc/meminfo"), "MemAvailable:");
    if (machine.isEmpty()) {
      return OptionalLong.empty();
    }
    long least = machine.getAsLong() * KIBIBYTE;
    for (var line : lines("proc/self/cgroup")) {
      var group = leftIn(line);
      least = group.isPresent() ? Math.min(least, group.getAsLong()) : least;
    }
    return OptionalLong.of(Math.max(0, least));
  }

  /// A line is `0::/path` where there is one tree of groups, and `7:memory:/path` where each kind
  /// has one.
  private OptionalLong leftIn(String line) {
    var parts = line.split(":", 3);
    if (parts.length < 3) {
      return OptionalLong.empty();
    }
    if (parts[1].isEmpty()) {
      return left("sys/fs/cgroup", parts[2], "memory.max", "memory.current", "inactive_file");
    }
    return List.of(parts[1].split(",", -1)).contains("memory")
        ? left(
            "sys/fs/cgroup/memory",
            parts[2],
            "memory.limit_in_bytes",
            "memory.usage_in_bytes",
            "total_inactive_file")
        : OptionalLong.empty();
  }

  /// The least that any of the groups around us has left. What is only a copy of files counts as
  /// left.
  private OptionalLong left(String tree, String path, String most, String used, String droppable) {
    var least = OptionalLong.empty();
    for (var folder : folders(tree, path)) {
      var limit = number(folder + "/" + most);
      var now = number(folder + "/" + used);
      if (limit.isPresent() && now.isPresent()) {
        long files = number(lines(folder + "/memory.stat"), droppable).orElse(0);
        long left = limit.getAsLong() - now.getAsLong() + files;
        least = OptionalLong.of(least.isPresent() ? Math.min(least.getAsLong(), left) : left);
      }
    }
    return least;
  }

  /// Those from our own group up to the top. Inside a container our own is the top.
  private static List<String> folders(String tree, String path) {
    var folders = new ArrayList<String>();
    for (var group = path; group.length() > 1; group = group.substring(0, group.lastIndexOf('/'))) {
      folders.add(tree + group);
    }
    folders.add(tree);
    return folders;
  }

  private OptionalLong number(String file) {
    var lines = lines(file);
    return lines.isEmpty() ? OptionalLong.empty() : parse(lines.getFirst());
  }

  private static OptionalLong number(List<String> lines, String name) {
    for (var line : lines) {
      var words = line.strip().split("\\s+", -1);
      if (words.length > 1 && words[0].equals(name)) {
        return parse(words[1]);
      }
    }
    return OptionalLong.empty();
  }

  /// The word for no limit is not a number.
  private static OptionalLong parse(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private List<String> lines(String file) {
    try {
      return Files.readAllLines(root.resolve(file));
    } catch (IOException e) {
      return List.of();
    }
  }
}
