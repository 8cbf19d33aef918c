package dev.retinue.process;

import java.util.Optional;

/// A group of processes, which the system ends as one: nobody in it can start another meanwhile.
///
/// @param number that of the process for which it was made
/// @param session that of the process that began the session in which it is
record Group(long number, long session) {
  /// The one that a process is in; nothing if it is ours as well, or nobody knows.
  static Optional<Group> of(long pid) {
    return find(pid).filter(it -> !find(ProcessHandle.current().pid()).equals(Optional.of(it)));
  }

  private static Optional<Group> find(long pid) {
    return Stat.of(pid).filter(it -> it.group() > 1).map(it -> new Group(it.group(), it.session()));
  }

  void end() {
    Signal.KILL.send(this);
  }
}
