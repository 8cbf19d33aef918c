package dev.retinue.process;

import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs lines that the operator wrote in the files of his agents: by a shell, because that is what
/// he wrote them for, under supervision, in a bounded time, few at once, and with little of what
/// they print.
public final class OperatorLines {
  private static final Path SHELL = Path.of("/bin/sh");
  private static final int MOST_AT_ONCE = 8;
  private static final int LONGEST_OUTPUT = 64 << 10;
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Spawn.Limits LIMITS = new Spawn.Limits(64L << 20);

  /// What they see of our environment: no keys, and no tokens.
  private static final Set<String> SEEN =
      Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TZ", "LANG");

  private final Supervisor supervisor;
  private final Map<String, String> environment;
  private final Path folders;
  private final SecureRandom random = new SecureRandom();
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);

  /// @param environment of this process
  /// @param folders where what they write is kept for a while
  public OperatorLines(Supervisor supervisor, Map<String, String> environment, Path folders) {
    this.supervisor = supervisor;
    this.environment = Map.copyOf(environment);
    this.folders = folders;
  }

  /// What became of one.
  ///
  /// @param exit null if it took too long, or could not be started
  /// @param output the beginning of what it printed
  /// @param errors the same for what it complained about, or why it could not be run
  public record Result(@Nullable Integer exit, String output, String errors) {
    private static Result none(String why) {
      return new Result(null, "", why);
    }
  }

  /// Runs one, and leaves nothing of it behind.
  ///
  /// @param folder where it runs; null for a private one
  /// @param heard on its standard input
  public Result run(String line, @Nullable Path folder, String heard, Duration deadline)
      throws InterruptedException {
    if (!places.tryAcquire(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
      return Result.none("others took all the time that it had");
    }
    // A mark of its own, and a folder called as those of runs are: whoever comes after us finds it.
    var mark = RunId.random(RunId.Prefix.AGENT, random);
    var own = folders.resolve(mark + "-0");
    try {
      return run(spawn(line, mark, folder, own, heard), deadline);
    } catch (RetinueException e) {
      return Result.none(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return Result.none("its folder cannot be used: " + e.getMessage());
    } finally {
      remove(own);
      places.release();
    }
  }

  private Spawn spawn(String line, RunId mark, @Nullable Path folder, Path own, String heard)
      throws IOException {
    var temporary = Files.createDirectories(own.resolve("tmp"));
    var files = new Spawn.Files(own.resolve("in"), own.resolve("out"), own.resolve("err"));
    Files.writeString(files.input(), heard);
    Files.createFile(files.output());
    Files.createFile(files.errors());
    var seen = new HashMap<String, String>();
    environment.forEach(
        (name, value) -> {
          if (SEEN.contains(name)) {
            seen.put(name, value);
          }
        });
    seen.put("LC_ALL", "C.UTF-8");
    seen.put("TMPDIR", temporary.toString());
    var words = List.of(SHELL.toString(), "-c", line);
    return new Spawn(mark, words, folder == null ? temporary : folder, seen, files, LIMITS);
  }

  private Result run(Spawn spawn, Duration deadline) throws InterruptedException, IOException {
    // Opened before it begins: later it may put something else there.
    try (var output = Files.newInputStream(spawn.files().output());
        var errors = Files.newInputStream(spawn.files().errors())) {
      var child = supervisor.start(spawn);
      Integer exit;
      try {
        exit = child.awaitExit(deadline).orElse(null);
      } finally {
        child.end(Signal.TERMINATE, GRACE);
      }
      var complaint =
          exit == null ? "it took longer than %d s".formatted(deadline.toSeconds()) : "";
      return new Result(
          exit, beginning(output), complaint.isEmpty() ? beginning(errors) : complaint);
    }
  }

  private static String beginning(InputStream stream) throws IOException {
    return new String(stream.readNBytes(LONGEST_OUTPUT), StandardCharsets.UTF_8)
        .replace("\0", "")
        .strip();
  }

  private static void remove(Path folder) {
    try {
      Removal.of(folder);
    } catch (IOException e) {
      // What is left goes when the folder of all of them is emptied.
    }
  }
}
