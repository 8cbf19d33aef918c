package dev.retinue.runtime.llm.kit.shell;

import dev.retinue.process.Child;
import dev.retinue.process.Signal;
import dev.retinue.process.Spawn;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.llm.server.Uninterrupted;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A line of a shell at work, and all that it has started. Once this is closed nothing of it is
/// left; if we die, it is found by its mark, as programs of runs are.
final class Command implements AutoCloseable {
  static final Spawn.Limits LIMITS = Spawn.Limits.USUAL;

  /// What it may print before it is ended.
  static final long MOST_OUTPUT = 64L << 20;

  /// What is shown of it, at each of its ends.
  private static final int SHOWN = 20_000;

  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration TO_END = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(250);

  private final Child child;
  private final Path file;
  private final RandomAccessFile output;
  private @Nullable Thread ending;
  private volatile boolean flooded;

  private Command(Child child, Path file, RandomAccessFile output) {
    this.child = child;
    this.file = file;
    this.output = output;
  }

  static Command begin(Supervisor supervisor, Spawn spawn)
      throws IOException, InterruptedException {
    // Before it begins: later it may put something else there.
    var output = new RandomAccessFile(spawn.files().output().toFile(), "r");
    try {
      return new Command(supervisor.start(spawn), spawn.files().output(), output);
    } catch (RuntimeException | InterruptedException e) {
      output.close();
      throw e;
    }
  }

  /// Waits for its end; nothing if the time is over, or it prints too much.
  Optional<Integer> await(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      var exit = child.awaitExit(left.compareTo(LOOK) < 0 ? left : LOOK);
      if (exit.isPresent() || left.isZero() || floods()) {
        return exit;
      }
    }
  }

  private boolean floods() {
    flooded |= length() > MOST_OUTPUT;
    return flooded;
  }

  boolean hasFlooded() {
    return flooded;
  }

  private synchronized long length() {
    try {
      return output.length();
    } catch (IOException e) {
      return 0; // It was closed.
    }
  }

  /// Both ends of what it printed so far.
  synchronized String output() {
    try {
      long length = output.length();
      if (length <= 2 * SHOWN) {
        return text(0, (int) length);
      }
      return "%s\n[… %d bytes are left out here …]\n%s"
          .formatted(text(0, SHOWN), length - 2 * SHOWN, text(length - SHOWN, SHOWN));
    } catch (IOException e) {
      return "[its output cannot be read any more]";
    }
  }

  private String text(long from, int count) throws IOException {
    var bytes = new byte[count];
    output.seek(from);
    int read = 0;
    while (read < count) {
      int more = output.read(bytes, read, count - read);
      if (more < 0) {
        break;
      }
      read += more;
    }
    return new String(bytes, 0, read, StandardCharsets.UTF_8);
  }

  /// Ends it and all that it has started, and waits for that, also while being interrupted.
  void end() {
    Uninterrupted.join(ending(), TO_END);
  }

  private synchronized Thread ending() {
    if (ending == null) {
      ending =
          Thread.ofVirtual()
              .name("end-command")
              .start(
                  () -> {
                    try {
                      child.end(Signal.TERMINATE, GRACE);
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt(); // Nobody does that.
                    }
                  });
    }
    return ending;
  }

  @Override
  public void close() {
    end();
    closeOutput();
  }

  /// A run may have thousands of them.
  private synchronized void closeOutput() {
    try {
      output.close();
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It was only read, and goes with the folder of the run.
    }
  }
}
