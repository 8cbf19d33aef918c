package dev.retinue.core.port;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.trace.Tracer;
import java.util.Collection;
import java.util.List;

/// Is told what happens, to count it. It is told on the paths of others: whatever it does is quick,
/// waits for nobody and never throws.
public interface Observer {
  /// Nobody who counts.
  Observer NONE = new Observer() {};

  /// What becomes of a program.
  enum Fate {
    SPAWNED,
    EXITED,
    /// It did not heed its signal.
    KILLED,
    /// It was left by a process that is gone.
    REAPED,
    /// It does nothing any more.
    STALLED
  }

  /// These runs were there, and not over, when work began.
  default void found(Collection<Run> open) {}

  /// This happened to a run, and is durable.
  ///
  /// @param run as it is after all of it
  default void happened(Run run, List<RunEvent> events) {}

  /// Changes are durable.
  ///
  /// @param changes how many of them in one commit
  /// @param nanos how long it took
  default void committed(int changes, long nanos) {}

  /// Changes could not be made durable.
  default void notCommitted(int changes) {}

  default void processes(Fate fate, int many) {}

  /// Somebody was refused by a limit.
  ///
  /// @param limit its name, of which there are few
  default void refused(String limit) {}

  /// An entry was added to the audit trail.
  default void audited() {}

  /// Keeps the spans of what happens.
  default Tracer tracer() {
    return Tracer.OFF;
  }
}
