package dev.retinue.sdk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A process and everything that it has started, and that those have started.
final class ProcessTree {
  private static final long LOOK_AGAIN_MILLIS = 10;
  private static final Duration TO_DIE = Duration.ofSeconds(5);

  private final Process root;
  private final Set<ProcessHandle> known = new LinkedHashSet<>();

  ProcessTree(Process root) {
    this.root = root;
  }

  /// Asks all of them to end, and kills who has not ended after the grace. Does so to the end also
  /// while being interrupted.
  void end(Duration grace) {
    look();
    known.forEach(ProcessHandle::destroy);
    boolean interrupted = await(grace);
    look();
    known.forEach(ProcessHandle::destroyForcibly);
    interrupted |= await(TO_DIE);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Again and again: when somebody ends, its children are nobody's and cannot be found any more.
  private void look() {
    known.add(root.toHandle());
    for (var handle : List.copyOf(known)) {
      handle.descendants().forEach(known::add);
    }
  }

  /// Who has ended is not alive, also where nobody takes notice of it.
  private static boolean isAlive(ProcessHandle handle) {
    return handle.isAlive() && !hasEnded(Path.of("/proc", Long.toString(handle.pid()), "stat"));
  }

  private static boolean hasEnded(Path stat) {
    try {
      var text = Files.exists(stat) ? Files.readString(stat, StandardCharsets.ISO_8859_1) : "";
      return text.startsWith(") Z", text.lastIndexOf(')'));
    } catch (IOException e) {
      return false;
    }
  }

  /// Says whether it was interrupted meanwhile.
  private boolean await(Duration patience) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + patience.toNanos();
    while (known.stream().anyMatch(ProcessTree::isAlive) && System.nanoTime() < deadline) {
      try {
        Thread.sleep(LOOK_AGAIN_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      look();
    }
    return interrupted;
  }
}
