package dev.retinue.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The processes of runs, known by the marks in their environment. Everything that they start has
/// the same, wherever it goes: into a session of its own, or to another parent. What was given an
/// environment without them is known by what it writes to, as long as that is a file of a run.
///
/// Only Linux shows the environment of a process. Elsewhere nothing is found here.
final class Marked {
  // The system has one list of processes, and all look at the same.
  private static final Looking LOOKING = new Looking();

  private static final String GONE = " (deleted)";
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);

  private final String home;
  private final Predicate<String> isRun;
  private final Predicate<Path> isOutput;
  private final Set<Long> ended = ConcurrentHashMap.newKeySet();

  private Marked(Path dataDirectory, Predicate<String> isRun, Predicate<Path> isOutput) {
    this.home = bytes(LeftoverProcesses.MARK + "=" + dataDirectory);
    this.isRun = isRun;
    this.isOutput = isOutput;
  }

  /// The processes of all runs. What they write to is in a folder of the data directory; beside
  /// those folders there are files of the daemon itself.
  ///
  /// @param dataDirectory where it really is
  static Marked all(Path dataDirectory) {
    return new Marked(
        dataDirectory,
        variable -> variable.startsWith(LeftoverProcesses.RUN + "="),
        file ->
            file.startsWith(dataDirectory)
                && file.getNameCount() > dataDirectory.getNameCount() + 1);
  }

  /// The processes of one run.
  static Marked of(Path dataDirectory, Spawn spawn) {
    // Both may be one.
    var outputs = Set.copyOf(List.of(real(spawn.files().output()), real(spawn.files().errors())));
    return new Marked(
        dataDirectory,
        (LeftoverProcesses.RUN + "=" + spawn.run().text())::equals,
        outputs::contains);
  }

  /// The system names files by where they really are, and text by its bytes.
  static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      var parent = path.toAbsolutePath().getParent();
      return parent == null ? path : real(parent).resolve(path.getFileName());
    }
  }

  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /// Ends all of them, and looks until nothing is found: what is being ended may just have started
  /// something. Says whether nothing is left.
  boolean end() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (var pause = SHORTEST_PAUSE; ; pause = longer(pause)) {
      if (look(this::end) == 0) {
        return true;
      }
      if (System.nanoTime() > deadline) {
        return false;
      }
      LockSupport.parkNanos(pause.toNanos());
    }
  }

  /// With its group, if that is not ours as well: who becomes another process again and again is
  /// hardly caught one by one.
  private void end(ProcessHandle process) {
    Group.of(process.pid()).filter(this::isOfARun).ifPresent(Group::end);
    process.destroyForcibly();
    ended.add(process.pid());
  }

  /// How many were found and ended here.
  int ended() {
    return ended.size();
  }

  /// Without limits a program is in the group of the daemon that started it, and of whoever started
  /// that: a client, an editor, a script. Their session is not one of a run.
  private boolean isOfARun(Group group) {
    long leader = group.session();
    boolean gone = Stat.of(leader).filter(it -> it.state() != 'Z').isEmpty();
    return leader > 1 && (gone || isOurs(new Environs(), leader));
  }

  private static Duration longer(Duration pause) {
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
  }

  /// Those that are alive.
  List<ProcessHandle> find() {
    var found = new ArrayList<ProcessHandle>();
    look(found::add);
    return found;
  }

  /// Says how many were found.
  private int look(Consumer<ProcessHandle> action) {
    var found = LOOKING.find(this);
    var environs = new Environs();
    for (long pid : found) {
      // Once more when we have the handle: a number that was given anew in between is not killed.
      ProcessHandle.of(pid).filter(_ -> isOurs(environs, pid)).ifPresent(action);
    }
    return found.size();
  }

  private boolean isOurs(Environs environs, long pid) {
    return isOurs(new Looking.Sight(environs, pid));
  }

  boolean isOurs(Looking.Sight process) {
    var variables = process.variables();
    return (variables.contains(home) && variables.stream().anyMatch(isRun))
        || process.outputs().stream().anyMatch(isOutput);
  }

  /// What a descriptor of a process is.
  static Stream<Path> target(Path descriptor) {
    try {
      var file = Files.readSymbolicLink(descriptor).toString();
      // So the system names what somebody has removed, and still writes to.
      return Stream.of(
          Path.of(file.endsWith(GONE) ? file.substring(0, file.length() - GONE.length()) : file));
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
