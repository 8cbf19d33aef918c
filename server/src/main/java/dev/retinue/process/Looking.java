package dev.retinue.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Looks at all processes of the system, once for all who want to know something at the same time:
/// many runs may end together, and each of them has to know what is left of it.
final class Looking {
  private static final Path PROC = Path.of("/proc");
  private static final int MOST_LOOKS = 50;

  private final ReentrantLock turn = new ReentrantLock();
  private List<Wish> waiting = new ArrayList<>();

  /// Somebody who wants to know which processes are his.
  private static final class Wish {
    private final Marked who;
    private final List<Long> found = new ArrayList<>();
    private boolean fulfilled;

    private Wish(Marked who) {
      this.who = who;
    }
  }

  /// The numbers of those that were his at some time since this was called.
  List<Long> find(Marked who) {
    var wish = new Wish(who);
    add(wish);
    turn.lock();
    try {
      // Whoever had the turn before has looked for us too, if that look began after we came.
      if (!wish.fulfilled) {
        look(take(wish));
      }
      return wish.found;
    } finally {
      turn.unlock();
    }
  }

  private synchronized void add(Wish wish) {
    waiting.add(wish);
  }

  /// Ours among them, also where an earlier look failed.
  private synchronized List<Wish> take(Wish ours) {
    var all = waiting;
    waiting = new ArrayList<>();
    if (!all.contains(ours)) {
      all.add(ours);
    }
    return all;
  }

  /// At everything that is there, and again at what has come meanwhile, or else who is quick enough
  /// would never be where we look.
  private static void look(List<Wish> wishes) {
    var seen = new HashSet<>(spared());
    var environs = new Environs();
    for (int look = 0; look < MOST_LOOKS; look++) {
      var fresh = processes().filter(seen::add).toList();
      if (fresh.isEmpty()) {
        break;
      }
      for (long pid : fresh) {
        var sight = new Sight(environs, pid);
        for (var wish : wishes) {
          if (wish.who.isOurs(sight)) {
            wish.found.add(pid);
          }
        }
      }
    }
    wishes.forEach(wish -> wish.fulfilled = true);
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

  private static Stream<Long> processes() {
    var names = PROC.toFile().list();
    return Stream.of(names == null ? new String[0] : names)
        .filter(name -> name.chars().allMatch(Character::isDigit))
        .map(Long::valueOf);
  }

  /// What is seen of one process, as far as somebody wants to see it. Zombies have neither an
  /// environment nor files any more, and so are nobody's.
  static final class Sight {
    private static final List<String> OUTPUTS = List.of("fd/1", "fd/2");

    private final Path process;
    private final List<String> variables;
    private @Nullable List<Path> outputs;

    Sight(Environs environs, long pid) {
      this.process = PROC.resolve(Long.toString(pid));
      this.variables = environs.of(process, LeftoverProcesses.MARK);
    }

    /// None if it has no mark.
    List<String> variables() {
      return variables;
    }

    /// The files to which it writes.
    List<Path> outputs() {
      var read = outputs;
      if (read == null) {
        read = OUTPUTS.stream().flatMap(it -> Marked.target(process.resolve(it))).toList();
        outputs = read;
      }
      return read;
    }
  }
}
