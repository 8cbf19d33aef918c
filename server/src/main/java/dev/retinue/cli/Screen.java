package dev.retinue.cli;

import dev.retinue.cli.top.Size;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.process.ChildProcess;
import dev.retinue.process.Spawn;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All of a terminal: every key is heard at once, and what was there comes back at the end.
final class Screen implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Path TERMINAL = Path.of("/dev/tty");
  private static final int STANDARD_OUTPUT = 1;
  private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";
  private static final String LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";
  private static final Optional<MethodHandle> IOCTL = find();

  private final PrintWriter out;
  private final Map<String, String> environment;
  private final String former;
  private boolean closed;

  private Screen(PrintWriter out, Map<String, String> environment, String former) {
    this.out = out;
    this.environment = environment;
    this.former = former;
  }

  static Screen open(PrintWriter out, Map<String, String> environment) throws InterruptedException {
    var former = stty(environment, "-g");
    // Ctrl-Z would leave the terminal to a shell as it is now.
    stty(environment, "-icanon", "-echo", "susp", "undef");
    out.print(ENTER);
    out.flush();
    return new Screen(out, environment, former);
  }

  /// Draws these in the place of everything.
  synchronized void draw(List<String> lines) {
    if (closed) {
      return;
    }
    var text = new StringBuilder("\u001b[H");
    for (int i = 0; i < lines.size(); i++) {
      text.append(i == 0 ? "" : "\r\n").append(lines.get(i)).append("\u001b[K");
    }
    out.print(text.append("\u001b[J"));
    out.flush();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    out.print(LEAVE);
    out.flush();
    try {
      stty(environment, former);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// How large it is now.
  Size size() {
    if (IOCTL.isEmpty()) {
      return Size.USUAL;
    }
    boolean mac = System.getProperty("os.name", "").startsWith("Mac");
    try (var arena = Arena.ofConfined()) {
      var size = arena.allocate(8, 2); // Rows, columns, and the same in dots.
      long ask = mac ? 0x40087468L : 0x5413L;
      int refused = (int) IOCTL.get().invokeExact(STANDARD_OUTPUT, ask, size);
      int rows = size.get(ValueLayout.JAVA_SHORT, 0);
      int columns = size.get(ValueLayout.JAVA_SHORT, 2);
      return refused != 0 || rows < 1 || columns < 1 ? Size.USUAL : new Size(columns, rows);
    } catch (Throwable e) {
      return Size.USUAL;
    }
  }

  @SuppressWarnings("restricted") // There is no other way to ask.
  private static Optional<MethodHandle> find() {
    if (System.getProperty("os.name", "").startsWith("Windows")) {
      return Optional.empty();
    }
    var linker = Linker.nativeLinker();
    var form =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    return linker
        .defaultLookup()
        .find("ioctl")
        .map(it -> linker.downcallHandle(it, form, Linker.Option.firstVariadicArg(2)));
  }

  private static String stty(Map<String, String> environment, String... words)
      throws InterruptedException {
    var command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(words));
    try {
      var output = Files.createTempFile("retinue-stty", ".txt");
      try {
        var files = new Spawn.Files(TERMINAL, output, output);
        int code = ChildProcess.run(command, Path.of("/"), environment, files, PATIENCE);
        var said = Files.readString(output).strip();
        if (code != 0) {
          throw refusal(said, null);
        }
        return said;
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw refusal(String.valueOf(e.getMessage()), e);
    }
  }

  private static RetinueException refusal(String why, @Nullable Exception cause) {
    var sentence =
        "this terminal cannot be taken over (%s); 'retinue top --once' shows the board once."
            .formatted(why);
    return cause == null
        ? new RetinueException(ErrorCode.SERVICE_UNAVAILABLE, sentence)
        : new RetinueException(ErrorCode.SERVICE_UNAVAILABLE, sentence, cause);
  }
}
