package dev.retinue.cli.exec;

import dev.retinue.cli.daemon.OwnSession;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Makes ready what `retinue exec` starts: the classes of a file in a jar, and a cache of the JVM.
public final class Preparation {
  /// How many files are kept ready.
  private static final int KEPT = 100;

  private static final int ATTEMPTS = 5;
  private static final Duration FAR_AHEAD = Duration.ofSeconds(2);

  private final Path home;
  private final String stamp;
  private final Map<String, String> environment;

  /// @param home of the distribution
  /// @param stamp the digest of the build and the identity of the JDK
  public Preparation(Path home, String stamp, Map<String, String> environment) {
    this.home = home;
    this.stamp = stamp;
    this.environment = Map.copyOf(environment);
  }

  /// What is there for the launcher now.
  ///
  /// @param rehearsable whether a cache can be made of it
  /// @param sources all files that it was made of
  public record Ready(Path made, String main, boolean rehearsable, List<Path> sources) {
    public Ready {
      sources = List.copyOf(sources);
    }
  }

  /// Nothing if the file has errors.
  ///
  /// @param errors hears them, as javac says them
  public Optional<Ready> prepare(Path file, Writer errors) throws InterruptedException {
    var compilation = new Compilation(home.resolve("lib/retinue-sdk.jar"), errors);
    try {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        var compiled = compilation.of(file);
        if (compiled.isEmpty()) {
          return Optional.empty();
        }
        if (isSettled(compiled.get())) {
          return Optional.of(keep(file, compiled.get()));
        }
      }
    } catch (UncheckedIOException e) {
      throw unwritable(Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unwritable(e);
    }
    throw new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE, "'%s' changes all the time.".formatted(file));
  }

  /// Some shells compare times by the second. So nothing counts as read before the second is over
  /// in which it was written, and nothing that was written again meanwhile.
  private static boolean isSettled(Compiled compiled) throws IOException, InterruptedException {
    for (var source : compiled.sources()) {
      var written = source.modified().toInstant().getEpochSecond();
      var ahead = written + 1 - Instant.now().getEpochSecond();
      if (ahead > 0 && ahead <= FAR_AHEAD.toSeconds()) {
        Thread.sleep(Duration.between(Instant.now(), Instant.ofEpochSecond(written + 1)));
      }
    }
    for (var source : compiled.sources()) {
      if (!Files.getLastModifiedTime(source.file()).equals(source.modified())) {
        return false;
      }
    }
    return true;
  }

  private Ready keep(Path file, Compiled compiled) throws IOException {
    var root = privateFolder(folder());
    var own = root.resolve(stamp);
    var made = Prepared.of(file, own).write(compiled);
    var now = Instant.now();
    new Sweep(own, KEPT, now).run();
    Sweep.builds(root, own, now);
    var sources = compiled.sources().stream().map(Compiled.Source::file).toList();
    return new Ready(made, compiled.main(), compiled.rehearsable(), sources);
  }

  /// What an agent of Java must be able to read where it is confined.
  public static List<Path> needs(Map<String, String> environment) {
    return List.of(Path.of(System.getProperty("java.home")), folder(environment));
  }

  private Path folder() {
    return folder(environment);
  }

  /// Where the launcher looks, too.
  private static Path folder(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("XDG_CACHE_HOME"))
        .filter(it -> !it.isEmpty())
        .map(Path::of)
        .orElseGet(() -> Path.of(environment.getOrDefault("HOME", "/"), ".cache"))
        .resolve("retinue/exec")
        .toAbsolutePath();
  }

  /// Nobody else may put classes there.
  private static Path privateFolder(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      Files.createDirectories(folder.getParent());
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    return folder;
  }

  /// Makes the cache in this moment.
  public void train(Ready ready) throws InterruptedException {
    try {
      new Training(home, environment).run(ready.made(), ready.main());
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /// Has it made by somebody who stays when this process has gone: the JVM takes a second or two
  /// for it and talks while it does, and somebody waits for the agent.
  public void trainLater(Path file, Ready ready) {
    if (Files.exists(ready.made().resolve("agent.aot"))) {
      return;
    }
    var words = new ArrayList<>(OwnSession.words(environment));
    words.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "@" + home.resolve("command.jvm"),
            "-Dretinue.home=" + home,
            "-Dretinue.stamp=" + stamp,
            "-cp",
            home.resolve("lib/retinue.jar").toString(),
            "dev.retinue.Main",
            "exec",
            "--warm",
            file.toString()));
    ChildProcess.startDetached(
        words, ready.made(), environment, ready.made().resolve("training.log"));
  }

  private RetinueException unwritable(IOException cause) {
    return new RetinueException(
        ErrorCode.INTERNAL_ERROR,
        "nothing can be kept in %s: %s.".formatted(folder(), cause.getMessage()),
        cause);
  }
}
