package dev.retinue.process;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/// A thread that gives up what it may do, starts a program, which may then do no more, and waits
/// for its end.
///
/// The system lets every thread inherit what its maker has given up. So this one must never be the
/// one that wakes a virtual thread, because that may make a carrier for it, nor that completes
/// anything for others. It hands over to a platform thread, which does so. The JDK's own thread
/// that waits for the program is made here too, and lives on for a minute; therefore nobody lets
/// himself be told of the end of a process, but all look (`ChildProcess`, `Marked`).
final class Sacrifice {
  private Sacrifice() {}

  /// @param start to be called by a platform thread
  static Supplier<Process> of(String name, Enclosure enclosure, Supplier<Process> start) {
    return () -> {
      var handed = new CompletableFuture<Process>();
      Thread.ofPlatform()
          .name(name + "-inside")
          .daemon()
          .start(() -> live(enclosure, start, handed));
      try {
        return handed.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while a program was started", e);
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException refusal
            ? refusal
            : new IllegalStateException(e.getCause());
      }
    };
  }

  /// It stays to the end, because the system takes it for the parent.
  private static void live(
      Enclosure enclosure, Supplier<Process> start, CompletableFuture<Process> handed) {
    try {
      enclosure.enter();
      var process = start.get();
      handed.complete(process);
      process.waitFor();
    } catch (InterruptedException | RuntimeException | Error e) {
      handed.completeExceptionally(e);
    }
  }
}
