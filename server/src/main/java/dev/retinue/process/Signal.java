package dev.retinue.process;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// How a program is asked to stop.
public enum Signal {
  /// To break off what it does.
  INTERRUPT(2),
  /// To end at once; it is not asked.
  KILL(9),
  /// To end.
  TERMINATE(15);

  private final int number;

  Signal(int number) {
    this.number = number;
  }

  /// Java has no way to interrupt: that is asked of the system itself, and where it is not possible
  /// the process is to end.
  void send(ProcessHandle process) {
    switch (this) {
      case INTERRUPT -> {
        if (Kill.FUNCTION.isEmpty() || !kill(process.pid())) {
          process.destroy();
        }
      }
      case KILL -> process.destroyForcibly();
      case TERMINATE -> process.destroy();
    }
  }

  /// To all of them at once, where the system can do that.
  void send(Group group) {
    if (Kill.FUNCTION.isPresent()) {
      kill(-group.number());
    }
  }

  private boolean kill(long pid) {
    try {
      return (int) Kill.FUNCTION.orElseThrow().invokeExact((int) pid, number) == 0;
    } catch (Throwable e) {
      return false;
    }
  }

  /// Loaded when it is first needed.
  private static final class Kill {
    static final Optional<MethodHandle> FUNCTION = find();

    @SuppressWarnings("restricted") // There is no other way to send it.
    private static Optional<MethodHandle> find() {
      if (System.getProperty("os.name", "").startsWith("Windows")) {
        return Optional.empty();
      }
      var linker = Linker.nativeLinker();
      var shape =
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
      return linker
          .defaultLookup()
          .find("kill")
          .map(address -> linker.downcallHandle(address, shape));
    }
  }
}
