package dev.retinue.process.sandbox;

import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.process.Enclosure;
import dev.retinue.process.Limiter;
import dev.retinue.process.Removal;
import dev.retinue.process.Signal;
import dev.retinue.process.Spawn;
import dev.retinue.process.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Tries an enclosure: what is inside must be writable for a program, and what is outside not.
final class Probe {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Supervisor supervisor;

  Probe(Supervisor supervisor) {
    this.supervisor = supervisor;
  }

  /// What is wrong with it, if something is.
  Optional<String> tryOut(Function<Grounds, Enclosure> enclosure) {
    Path folder = null;
    try {
      folder = Files.createTempDirectory("retinue-probe").toRealPath();
      return tryOut(folder, enclosure);
    } catch (IOException | RetinueException e) {
      return Optional.of("it cannot be tried: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("nobody waited until it was tried");
    } finally {
      remove(folder);
    }
  }

  private Optional<String> tryOut(Path folder, Function<Grounds, Enclosure> enclosure)
      throws IOException, InterruptedException {
    var inside = Files.createDirectory(folder.resolve("inside"));
    var outside = Files.createDirectory(folder.resolve("outside"));
    var files = new Spawn.Files(inside.resolve("in"), inside.resolve("out"), inside.resolve("err"));
    Files.createFile(files.input());
    var touch = Limiter.find("touch", Map.of()).orElse("/usr/bin/touch");
    var grounds = new Grounds(inside, true, inside, List.of(), List.of(), null, true);
    var child =
        supervisor.start(
            new Spawn(
                    RunId.random(RunId.Prefix.AGENT, new SecureRandom()),
                    List.of(
                        touch, inside.resolve("yes").toString(), outside.resolve("no").toString()),
                    inside,
                    Map.of("PATH", "/usr/bin:/bin"),
                    files,
                    Spawn.Limits.USUAL)
                .inside(enclosure.apply(grounds)));
    var exit = child.awaitExit(PATIENCE);
    child.end(Signal.TERMINATE, Duration.ZERO);
    if (exit.isEmpty()) {
      return Optional.of("a program in it did not end");
    }
    if (Files.exists(outside.resolve("no"))) {
      return Optional.of("a program in it could write outside of it");
    }
    return Files.exists(inside.resolve("yes"))
        ? Optional.empty()
        : Optional.of(
            "no program runs in it: " + Excerpt.of(Files.readString(files.errors()).strip(), 200));
  }

  private static void remove(@org.jspecify.annotations.Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try {
      Removal.of(folder);
    } catch (IOException e) {
      // It is in the folder for what is temporary.
    }
  }
}
