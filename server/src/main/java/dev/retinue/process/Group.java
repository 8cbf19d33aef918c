package dev.retinue.process;

import java.util.Optional;

/// A group of processes, which the system ends as one: nobody in it can start another meanwhile.
///
/// @param number that of the process for which it was made
record Group(long number) {
  /// The one that a process is in; nothing if it is ours as well, or nobody knows.
  static Optional<Group> of(long pid) {
    return find(pid).filter(it -> !find(ProcessHandle.current().pid()).equals(Optional.of(it)));
  }

  private static Optional<Group> find(long pid) {
    return Stat.of(pid).map(Stat::group).filter(number -> number > 1).map(Group::new);
  }

  void end() {
    Signal.KILL.send(this);
  }
}
