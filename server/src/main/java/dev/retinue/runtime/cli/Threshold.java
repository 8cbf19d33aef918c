package dev.retinue.runtime.cli;

import dev.retinue.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/// Lets those programs begin one after the other that would get into each other's way: each until
/// it has said something, has ended, or has had its time.
final class Threshold {
  private static final Duration LONGEST = Duration.ofSeconds(3);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  private final Semaphore free = new Semaphore(1, true);

  /// Starts a program.
  interface Start {
    Child begin() throws InterruptedException;
  }

  /// @param output where it writes
  Child cross(Profile profile, Path output, Start start) throws InterruptedException {
    if (!profile.beginsAlone()) {
      return start.begin();
    }
    free.acquire();
    boolean handedOn = false;
    try {
      var child = start.begin();
      Thread.ofVirtual()
          .name("threshold-" + child.pid())
          .start(
              () -> {
                try {
                  untilBegun(child, output);
                } finally {
                  free.release();
                }
              });
      handedOn = true;
      return child;
    } finally {
      if (!handedOn) {
        free.release();
      }
    }
  }

  private static void untilBegun(Child child, Path output) {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    try {
      while (hasSaidNothing(output) && deadline - System.nanoTime() > 0) {
        if (child.awaitExit(BETWEEN_LOOKS).isPresent()) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean hasSaidNothing(Path output) {
    try {
      return Files.size(output) == 0;
    } catch (IOException e) {
      return false; // Its folder is gone, and so is it.
    }
  }
}
