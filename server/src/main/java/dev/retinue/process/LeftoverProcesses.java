package dev.retinue.process;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.port.Observer;
import dev.retinue.core.port.Reaper;
import java.nio.file.Path;
import java.util.List;

/// Ends the processes that a former daemon of this data directory started: they carry its mark in
/// their environment, and so does everything that they have started in turn, wherever it went; or
/// they write to a file of a run.
///
/// Only Linux shows the environment of a process. Elsewhere nothing is found here.
public final class LeftoverProcesses implements Reaper {
  /// The variable that marks a child, with the data directory as its value.
  public static final String MARK = "RETINUE_HOME";

  /// The variable that names the run of a child. Both are needed: a person may have the first in
  /// the environment of everything he starts.
  public static final String RUN = "RETINUE_RUN";

  private final Path dataDirectory;
  private final Observer observer;

  public LeftoverProcesses(Path dataDirectory) {
    this(dataDirectory, Observer.NONE);
  }

  /// @param observer is told how many were found
  public LeftoverProcesses(Path dataDirectory, Observer observer) {
    this.dataDirectory = Marked.real(dataDirectory);
    this.observer = observer;
  }

  /// First those whose numbers were written down and are still theirs, then whatever has the mark.
  @Override
  public void reap(List<Run> occupied) {
    int known =
        (int)
            occupied.stream()
                .flatMap(run -> Birth.of(run.facts()).stream())
                .filter(Birth::end)
                .count();
    observer.processes(Observer.Fate.REAPED, known);
    occupied.forEach(run -> Cgroup.of(run.facts()).ifPresent(Cgroup::end));
    var marked = Marked.all(dataDirectory);
    boolean nothingLeft = marked.end();
    observer.processes(Observer.Fate.REAPED, marked.ended());
    if (!nothingLeft) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "Processes of an earlier Retinue cannot be ended; look for those with %s=%s in their environment."
              .formatted(MARK, dataDirectory));
    }
  }
}
