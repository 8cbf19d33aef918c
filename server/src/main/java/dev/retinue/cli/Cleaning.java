package dev.retinue.cli;

import dev.retinue.core.Retention;
import dev.retinue.core.port.RunStore;
import dev.retinue.process.git.Git;
import dev.retinue.runtime.cli.isolation.Clones;
import dev.retinue.runtime.cli.isolation.Rooms;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.files.FileBlobs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// Removes the files of what is not there any more.
record Cleaning(RunStore store, FileBlobs blobs, Clones clones) {
  /// For how long the files of a run that is not known may still be at work.
  private static final Duration UNKNOWN = Duration.ofDays(1);

  /// What runs had for themselves in this directory.
  static Clones clones(DataFolder folder) {
    return new Clones(folder.clones(), new Git(System.getenv(), folder.git()));
  }

  /// Those of runs that a killed process had not yet removed with them.
  void files(Retention rules, Instant now) {
    blobs.sweep(run -> store.recorded(run).isPresent(), UNKNOWN);
    clones.sweep(
        run -> store.recorded(run).isPresent(),
        run -> store.recorded(run).filter(it -> !it.ended()).isPresent(),
        now.minus(rules.cloneAge()));
  }

  /// What was made in the folders of sessions that are closed: nobody works there any more.
  int rooms(Path processes) {
    return Rooms.beside(processes)
        .sweep(id -> store.session(id).filter(it -> it.busy() || !it.closed()).isPresent());
  }
}
