package dev.retinue.runtime.cli.isolation;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.staff.Trouble;
import dev.retinue.process.Removal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/// The folders of sessions that have no other: what is made for one message is there for the next.
/// Each has the name of its session, and goes after that was closed.
///
/// @param folder where all of them are
public record Rooms(Path folder) {
  /// What whoever looks for the work afterwards has to know.
  public static final String REMARK =
      "Its caller is not at the top of a git work tree, and named no folder; so it works in an empty one, which this session keeps until it is closed.";

  /// The room of a session.
  ///
  /// @param fresh whether nobody has worked there yet
  public record Room(Path folder, boolean fresh) {}

  /// Those of the data directory.
  ///
  /// @param processes its folder of what the processes of runs write
  public static Rooms beside(Path processes) {
    return new Rooms(processes.resolveSibling("rooms"));
  }

  /// Where a run works if nobody said where; nothing for one that belongs to no session.
  public Optional<Room> find(Run run) {
    var session = run.commission().terms().session();
    return session == null ? Optional.empty() : Optional.of(open(session));
  }

  private Room open(String session) {
    var room = placeOf(session);
    try {
      boolean fresh = !Files.isDirectory(room);
      Files.createDirectories(room);
      return new Room(room, fresh);
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The folder of session '%s' cannot be used: %s".formatted(session, e.getMessage()),
          e);
    }
  }

  /// Directly in the folder of all, whatever the session is called.
  private Path placeOf(String session) {
    try {
      var room = folder.resolve(session).normalize();
      if (folder.normalize().equals(room.getParent()) && room.endsWith(session)) {
        return room;
      }
    } catch (InvalidPathException _) {
      // Refused like one that leads elsewhere.
    }
    throw new RetinueException(
        ErrorCode.INVALID_INPUT,
        "Session '%s' cannot have a folder of its name; begin another one."
            .formatted(Excerpt.of(session)));
  }

  /// Removes those that nobody needs, and says how many. One that cannot be removed is in nobody's
  /// way: it is tried again next time.
  ///
  /// @param needed whether there is such a session, and somebody may still speak in it
  public int sweep(Predicate<String> needed) {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    int gone = 0;
    try (var all = Files.newDirectoryStream(folder)) {
      for (var each : all) {
        if (!needed.test(each.getFileName().toString()) && remove(each)) {
          gone++;
        }
      }
      return gone;
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INTERNAL_ERROR, "The folders of sessions cannot be looked through: " + e, e);
    }
  }

  private static boolean remove(Path room) {
    try {
      Removal.of(room);
      return true;
    } catch (IOException e) {
      Trouble.note("the folder of a closed session could not be removed", e);
      return false;
    }
  }
}
