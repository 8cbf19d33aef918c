package dev.retinue.runtime.llm.kit;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Work;
import dev.retinue.process.Removal;
import dev.retinue.runtime.cli.isolation.Clone;
import dev.retinue.runtime.cli.isolation.Rooms;
import dev.retinue.runtime.cli.isolation.Rooms.Room;
import dev.retinue.runtime.llm.kit.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where the tools of a run work: in the folder that its caller named, on a clone of it, in that of
/// its session, or in an empty one of its own; and its private folder beside that, which goes with
/// the run.
final class Desk implements AutoCloseable {
  private static final String EMPTY =
      "It has no working directory, so its tools work in an empty folder, which is removed at its end.";
  private static final String EMPTY_AGAIN =
      "It has no working directory, and the folder in which its tools worked is gone; they work in an empty one again.";

  private final Work work;
  private final Path own;
  private final boolean fresh;
  private final @Nullable Clone clone;
  private final @Nullable Room room;

  private Desk(Work work, Path own, boolean fresh, @Nullable Clone clone, @Nullable Room room) {
    this.work = work;
    this.own = own;
    this.fresh = fresh;
    this.clone = clone;
    this.room = room;
  }

  /// @param processes the folder of what the processes of runs write
  /// @param clone where it works, if not on the folder itself
  static Desk of(Work work, Path processes, @Nullable Clone clone) {
    // Not by how often it was begun: what is in it is needed by whoever the run is handed on to.
    var own = processes.resolve(work.run().id() + "-0");
    try {
      boolean fresh = !Files.exists(own);
      Files.createDirectories(own.resolve("work"));
      boolean named = work.run().commission().terms().workingDirectory() != null;
      var room = named ? Optional.<Room>empty() : Rooms.beside(processes).find(work.run());
      return new Desk(work, own, fresh, clone, room.orElse(null));
    } catch (IOException e) {
      throw trouble(e);
    }
  }

  private static RetinueException trouble(IOException cause) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "The folder of the run cannot be used: %s".formatted(cause.getMessage()),
        cause);
  }

  /// What is private to the run.
  Path own() {
    return own;
  }

  private Optional<Path> named() {
    return Optional.ofNullable(work.run().commission().terms().workingDirectory()).map(Path::of);
  }

  Path directory() {
    return clone != null
        ? clone.directory()
        : named().orElseGet(() -> room == null ? own.resolve("work") : room.folder());
  }

  /// What commands may change, and have to read besides.
  Shell.Ground ground() throws InterruptedException {
    return clone == null
        ? new Shell.Ground(directory(), List.of())
        : new Shell.Ground(clone.work(), clone.readable());
  }

  /// What whoever looks for the work afterwards has to know.
  Optional<String> remark() {
    if (room != null) {
      return room.fresh() ? Optional.of(Rooms.REMARK) : Optional.empty();
    }
    return named().isPresent() || !fresh
        ? Optional.empty()
        : Optional.of(work.resumed() ? EMPTY_AGAIN : EMPTY);
  }

  /// What was made in a folder of its own stays as long as the run goes on.
  @Override
  public void close() {
    if (named().isPresent() || work.ended()) {
      try {
        Removal.of(own);
      } catch (IOException e) {
        // What is left goes when the next daemon begins.
      }
    }
  }
}
