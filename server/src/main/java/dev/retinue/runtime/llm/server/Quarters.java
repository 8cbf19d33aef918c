package dev.retinue.runtime.llm.server;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.process.Child;
import dev.retinue.process.LastWords;
import dev.retinue.process.Removal;
import dev.retinue.process.Signal;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The program of a server at work, and its private folder. Nothing of either is left once this is
/// closed; if we die, the program is found by its mark and the folder by its name, as those of runs
/// are.
final class Quarters implements AutoCloseable {
  private static final int LAST_WORDS = 500;
  private static final long MOST_COMPLAINTS = 1 << 20;
  private static final Duration TO_LEAVE = Duration.ofMillis(500);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration TO_END = Duration.ofSeconds(30);

  private final Path folder;
  private final RandomAccessFile complaints;
  private final Child child;
  private @Nullable Thread ending;
  private @Nullable String parting;

  private Quarters(Path folder, RandomAccessFile complaints, Child child) {
    this.folder = folder;
    this.complaints = complaints;
    this.child = child;
  }

  /// Starts the program.
  ///
  /// @param variables what it is given of our environment
  static Quarters open(
      Grounds grounds, String name, ToolServer.Started program, Seat seat, Variables variables)
      throws InterruptedException {
    // A mark of its own: to end it must not end anything else.
    var mark = RunId.random(RunId.Prefix.AGENT, grounds.random());
    var folder = grounds.processes().resolve(mark + "-0");
    try {
      Files.createDirectories(folder.resolve("tmp"));
      Files.createDirectories(folder.resolve("work"));
      var errors = Files.createFile(folder.resolve("err"));
      // Before it begins: later it may put something else there that it may not read itself.
      var complaints = new RandomAccessFile(errors.toFile(), "rw");
      try {
        var spawn =
            grounds.spawn(mark, name, program, seat.directoryOf(program, folder), variables);
        var walls = grounds.walls().around(spawn, seat.confinement(), folder);
        return new Quarters(folder, complaints, grounds.supervisor().start(spawn.inside(walls)));
      } catch (RuntimeException | InterruptedException e) {
        complaints.close();
        throw e;
      }
    } catch (IOException e) {
      remove(folder);
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The folder of the tool server '%s' cannot be used: %s".formatted(name, e.getMessage()),
          e);
    } catch (RuntimeException | InterruptedException e) {
      remove(folder);
      throw e;
    }
  }

  Child child() {
    return child;
  }

  /// The end of what it complained, on one line.
  synchronized String lastWords() {
    if (parting != null) {
      return parting;
    }
    try {
      return LastWords.of(complaints, LAST_WORDS).replaceAll("\\R+", " ⏎ ");
    } catch (IOException e) {
      return "";
    }
  }

  /// Forgets what it complained if that is much. It writes at the end, wherever that is.
  synchronized void tidy() {
    try {
      if (complaints.length() > MOST_COMPLAINTS) {
        complaints.setLength(0);
      }
    } catch (IOException e) {
      // It has ended.
    }
  }

  /// How it ended, if it did by now.
  Optional<Integer> exit(Duration patience) {
    try {
      return child.awaitExit(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /// Ends it, and everything that it has started. Its input has been closed by now, so it may leave
  /// by itself. A thread of its own does it: whoever is being interrupted could not.
  @Override
  public void close() {
    Uninterrupted.join(ending(), TO_END);
  }

  private synchronized Thread ending() {
    if (ending == null) {
      ending = Thread.ofVirtual().name("end-tool-server").start(this::end);
    }
    return ending;
  }

  private void end() {
    try {
      child.awaitExit(TO_LEAVE);
      child.end(Signal.TERMINATE, GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Nobody does that.
    } finally {
      closeComplaints();
      remove(folder);
    }
  }

  private synchronized void closeComplaints() {
    try {
      parting = lastWords();
      complaints.close();
    } catch (IOException e) {
      // It was only read.
    }
  }

  private static void remove(Path folder) {
    try {
      Removal.of(folder);
    } catch (IOException e) {
      // What is left goes when the next daemon begins.
    }
  }
}
