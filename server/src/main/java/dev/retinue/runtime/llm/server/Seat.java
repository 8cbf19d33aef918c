package dev.retinue.runtime.llm.server;

import dev.retinue.core.Confinement;
import dev.retinue.core.Isolated;
import dev.retinue.core.port.Work;
import dev.retinue.core.tool.ToolServer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// For whom a server is at work.
///
/// @param directory the run's, if it is for one run and that has any
record Seat(@Nullable Path directory, Confinement confinement) {
  /// For all runs.
  static final Seat SHARED = new Seat(null, Confinement.USUAL);

  static Seat of(Work work) {
    return new Seat(
        Isolated.workplace(work.now()).orElse(null), work.agent().conduct().confinement());
  }

  /// Where its program works: where the operator says, or its run does, or in a folder of its own.
  Path directoryOf(ToolServer.Started program, Path own) {
    if (program.directory() != null) {
      return program.directory();
    }
    return directory == null ? own.resolve("work") : directory;
  }
}
