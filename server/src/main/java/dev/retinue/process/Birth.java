package dev.retinue.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What tells one process from every other that had or will have its number: when it began, and
/// since which start of the machine.
///
/// @param ticks of the machine's clock at its beginning
public record Birth(long pid, long ticks, String boot) {
  private static final String PID = "pid";
  private static final String TICKS = "pid_ticks";
  private static final String BOOT = "boot_id";

  /// Of a process that is there; nothing where the system does not say.
  static Optional<Birth> of(long pid) {
    try {
      var boot = thisBoot();
      return Stat.of(pid).map(it -> new Birth(pid, it.ticks(), boot));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String thisBoot() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
  }

  /// As it was written down among the facts of a run.
  static Optional<Birth> of(Map<String, String> facts) {
    try {
      return facts.containsKey(PID) && facts.containsKey(TICKS) && facts.containsKey(BOOT)
          ? Optional.of(
              new Birth(
                  Long.parseLong(facts.get(PID)),
                  Long.parseLong(facts.get(TICKS)),
                  facts.get(BOOT)))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /// To be written down.
  public Map<String, String> facts() {
    return Map.of(PID, Long.toString(pid), TICKS, Long.toString(ticks), BOOT, boot);
  }

  /// Ends the process if it is still this one, with all that it has started. The handle first, the
  /// comparison second: a number that is given anew in between is not killed. Says whether it was.
  boolean end() {
    var handle = ProcessHandle.of(pid);
    if (handle.isPresent() && equals(of(pid).orElse(null))) {
      handle.get().descendants().forEach(ProcessHandle::destroyForcibly);
      handle.get().destroyForcibly();
      return true;
    }
    return false;
  }
}
