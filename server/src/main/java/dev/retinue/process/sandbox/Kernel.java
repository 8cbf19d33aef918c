package dev.retinue.process.sandbox;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// The calls of Linux that Java does not know. Loaded only where they are used.
final class Kernel {
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int PATH_ONLY_CLOSE_ON_EXEC = 0x200000 | CLOSE_ON_EXEC;
  private static final int NO_NEW_PRIVILEGES = 38;

  private static final MethodHandle SYSCALL =
      function(
          "syscall",
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG),
          1);
  private static final MethodHandle PRCTL =
      function(
          "prctl",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG),
          1);
  private static final MethodHandle OPEN =
      function(
          "open",
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
          2);
  private static final MethodHandle CLOSE =
      function("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT), 1);

  private static final MethodHandle FLOCK =
      function(
          "flock",
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
          2);

  private Kernel() {}

  @SuppressWarnings("restricted") // There is no other way to ask the system for it.
  private static MethodHandle function(String name, FunctionDescriptor shape, int fixed) {
    var linker = Linker.nativeLinker();
    var address = linker.defaultLookup().find(name).orElseThrow();
    return fixed < shape.argumentLayouts().size()
        ? linker.downcallHandle(address, shape, Linker.Option.firstVariadicArg(fixed))
        : linker.downcallHandle(address, shape);
  }

  /// A negative answer is a refusal.
  static long call(long number, long first, long second, long third, long fourth) {
    try {
      return (long) SYSCALL.invokeExact(number, first, second, third, fourth);
    } catch (Throwable e) {
      throw new IllegalStateException("the system cannot be asked", e);
    }
  }

  /// From now on this thread, and what it starts, can gain nothing by starting a program.
  static boolean gainNothing() {
    try {
      return (int) PRCTL.invokeExact(NO_NEW_PRIVILEGES, 1L, 0L, 0L, 0L) == 0;
    } catch (Throwable e) {
      throw new IllegalStateException("the system cannot be asked", e);
    }
  }

  /// A number for a place in the file system, or a negative one if it cannot be had.
  static int open(Path path) {
    return open(path, PATH_ONLY_CLOSE_ON_EXEC);
  }

  /// A number for a file to read.
  static int read(Path file) {
    return open(file, CLOSE_ON_EXEC);
  }

  private static int open(Path path, int how) {
    try (var arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(path.toString());
      return (int) OPEN.invokeExact(name, how);
    } catch (Throwable e) {
      throw new IllegalStateException("the system cannot be asked", e);
    }
  }

  /// Whether the lock is ours now, or no longer.
  static boolean lock(int number, int how) {
    try {
      return (int) FLOCK.invokeExact(number, how) == 0;
    } catch (Throwable e) {
      throw new IllegalStateException("the system cannot be asked", e);
    }
  }

  static void close(int number) {
    try {
      int _ = (int) CLOSE.invokeExact(number);
    } catch (Throwable e) {
      throw new IllegalStateException("the system cannot be asked", e);
    }
  }
}
