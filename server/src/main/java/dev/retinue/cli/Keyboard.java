package dev.retinue.cli;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// Whether something was typed that nobody has read: a line, or Ctrl-D. Of the second a stream
/// knows nothing before it is read, which would wait for the next line, too; so the system is
/// asked, where it can be.
final class Keyboard {
  private static final int STANDARD_INPUT = 0;
  private static final short READABLE = 1;
  private static final Optional<MethodHandle> POLL = find();

  private Keyboard() {}

  /// Whether `read` of standard input would answer at once.
  static boolean isHeard(InputStream standardInput) throws IOException {
    return standardInput.available() > 0 || (POLL.isPresent() && isReadable(POLL.get()));
  }

  private static boolean isReadable(MethodHandle poll) {
    try (var arena = Arena.ofConfined()) {
      var asked = arena.allocate(8, 4); // A descriptor, what one asks for, what there is.
      asked.set(ValueLayout.JAVA_INT, 0, STANDARD_INPUT);
      asked.set(ValueLayout.JAVA_SHORT, 4, READABLE);
      return (int) poll.invokeExact(asked, 1L, 0) == 1
          && (asked.get(ValueLayout.JAVA_SHORT, 6) & READABLE) != 0;
    } catch (Throwable e) {
      return false;
    }
  }

  @SuppressWarnings("restricted") // There is no other way to ask.
  private static Optional<MethodHandle> find() {
    if (System.getProperty("os.name", "").startsWith("Windows")) {
      return Optional.empty();
    }
    var linker = Linker.nativeLinker();
    MemoryLayout[] taken = {ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT};
    return linker
        .defaultLookup()
        .find("poll")
        .map(
            address ->
                linker.downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT, taken)));
  }
}
