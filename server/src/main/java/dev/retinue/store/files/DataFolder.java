package dev.retinue.store.files;

import dev.retinue.core.Digest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/// What is where in a data directory, for its owner and for those who look in while it works.
///
/// @param folder where it really is
public record DataFolder(Path folder) {
  static final String DATABASE = "retinue.db";
  static final String BLOBS = "blobs";
  static final String FLEET = "fleet";
  private static final String DOOR = "front.sock";

  /// In bytes; macOS takes 103, Linux 107.
  private static final int LONGEST_SOCKET = 100;

  /// Makes the directory if it is not there, and corrects what it permits, without taking it. What
  /// a restore has left to do is done first.
  ///
  /// @param version of Retinue, for those who find it taken meanwhile
  public static DataFolder visit(Path place, String version, InstantSource clock) {
    var visited = new DataFolder(PrivateFolder.open(place));
    if (Replacement.isUnfinished(visited.folder)) {
      DataDirectory.open(place, version, clock).close();
    }
    PrivateFolder.open(visited.libraries());
    return visited;
  }

  public Path database() {
    return folder.resolve(DATABASE);
  }

  public boolean hasDatabase() {
    return Files.exists(database());
  }

  /// For `FileBlobs`.
  public Path blobs() {
    return folder.resolve(BLOBS);
  }

  /// For native libraries, unpacked once and not at every start.
  public Path libraries() {
    return folder.resolve("native");
  }

  /// For what child processes write while they run.
  public Path processes() {
    return folder.resolve("run");
  }

  /// For the clones of runs, and the branches that are kept of them.
  public Path clones() {
    return folder.resolve("clones");
  }

  /// For templates of the owner's own.
  public Path templates() {
    return folder.resolve("templates");
  }

  /// For files of agents that the owner answers for.
  public Path agents() {
    return folder.resolve("agents");
  }

  /// For the journals of callers, project by project.
  public Path journals() {
    return folder.resolve("journals");
  }

  /// For what agents of the fleet were told.
  public Path fleet() {
    return folder.resolve(FLEET);
  }

  /// For tasks that wait until agents of the fleet are idle.
  public Path fleetQueue() {
    return fleet().resolve("queue");
  }

  /// For our own git: its settings, and what it says while it runs.
  public Path git() {
    return folder.resolve("git");
  }

  /// Where the daemon listens for fronts. The address of a socket is short on every system: where
  /// the folder is too deep, its socket has a private folder of its own.
  public Path door() {
    var inside = folder.resolve(DOOR);
    if (inside.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_SOCKET) {
      return inside;
    }
    var name = "retinue-" + Digest.ofText(folder.toString()).substring(0, 32);
    return PrivateFolder.open(Path.of(System.getProperty("java.io.tmpdir"), name)).resolve(DOOR);
  }

  public KeyFile keyFile() {
    return new KeyFile(folder.resolve("key"));
  }

  public TokenFile tokenFile() {
    return new TokenFile(folder.resolve("token"));
  }
}
