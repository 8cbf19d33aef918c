package dev.retinue.process;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Signals that whoever started us had us ignore, as `nohup` and a shell in the background do. What
/// is ignored stays so in every program that we start, and one that does not know could be stopped
/// by nothing but killing it. What is handled does not: so we handle it, by doing nothing.
final class IgnoredSignals {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String MASK = "SigIgn:";

  /// Those that ask a program to end: hang-up, interrupt, quit, terminate.
  private static final List<Integer> ASKING = List.of(1, 2, 3, 15);

  private IgnoredSignals() {}

  /// From now on children hear them. We ourselves hear as little as before.
  static void keepFromChildren() {
    long mask = ignored();
    ASKING.stream().filter(signal -> (mask & (1L << (signal - 1))) != 0).forEach(Handled::handle);
  }

  private static long ignored() {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(MASK))
          .mapToLong(line -> Long.parseUnsignedLong(line.substring(MASK.length()).strip(), 16))
          .findFirst()
          .orElse(0);
    } catch (IOException | RuntimeException e) {
      // Not Linux: children are as they always were.
      return 0;
    }
  }

  /// Loaded when it is first needed.
  private static final class Handled {
    @SuppressWarnings("restricted") // Java refuses to handle what it was started to ignore.
    static void handle(int signal) {
      var linker = Linker.nativeLinker();
      var system = linker.defaultLookup();
      var shape =
          FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
      try {
        // Takes a number and changes nothing, which is all that a handler has to do here.
        var nothing = system.find("abs").orElseThrow();
        linker.downcallHandle(system.find("signal").orElseThrow(), shape).invoke(signal, nothing);
      } catch (Throwable e) {
        // Children are as they always were, and are killed when they do not heed a signal.
      }
    }
  }
}
