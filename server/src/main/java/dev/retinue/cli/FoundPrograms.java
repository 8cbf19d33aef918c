package dev.retinue.cli;

import dev.retinue.core.Agent;
import dev.retinue.core.RetinueException;
import dev.retinue.process.ChildProcess;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.javafile.JavaFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The programs that agents are made of, as they are on this machine.
final class FoundPrograms {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int LONGEST = 4096;
  private static final Pattern VERSION =
      Pattern.compile("\\d+\\.\\d+(?:\\.\\d+)?(?:[-+.][\\w.-]+)?");

  private final Programs programs;
  private final Duration patience;

  FoundPrograms(Programs programs) {
    this(programs, PATIENCE);
  }

  /// @param patience how long a program may take to tell its version
  FoundPrograms(Programs programs, Duration patience) {
    this.programs = programs;
    this.patience = patience;
  }

  /// One of them.
  ///
  /// @param path where it is; null if it is not here
  /// @param version what it says of itself; null if it says nothing, or was not asked
  /// @param install what to type to get it
  /// @param staff those who work with it
  record Found(
      String name,
      String runtime,
      @Nullable Path path,
      @Nullable String version,
      String install,
      List<String> staff) {
    boolean isHere() {
      return path != null;
    }
  }

  /// All that Retinue knows, and those that the staff name besides. Each is asked for its version,
  /// all at once and for a few seconds. An agent in one file is itself one of the staff, and no
  /// program that one would install.
  List<Found> all(List<Agent> staff) throws InterruptedException {
    var profiles = new LinkedHashMap<String, Profile>();
    var users = new LinkedHashMap<String, List<String>>();
    for (var profile : Workshop.PROFILES) {
      if (!profile.command().isEmpty()) {
        profiles.put(profile.command(), profile);
      }
    }
    for (var agent : staff) {
      var profile =
          Workshop.profile(agent.means().runtime())
              .filter(it -> !it.name().equals(JavaFile.NAME))
              .map(it -> it.of(agent));
      profile.ifPresent(
          it -> {
            profiles.putIfAbsent(it.command(), it);
            users.computeIfAbsent(it.command(), _ -> new ArrayList<>()).add(agent.name());
          });
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var found =
          profiles.values().stream()
              .map(
                  it ->
                      threads.submit(() -> found(it, users.getOrDefault(it.command(), List.of()))))
              .toList();
      var all = new ArrayList<Found>();
      for (var one : found) {
        all.add(one.get());
      }
      return all;
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("a program was not looked for", e);
    }
  }

  private Found found(Profile profile, List<String> users) throws InterruptedException {
    var path = programs.find(profile);
    // Only of those that are known is it known that they answer, and do nothing else.
    var version =
        path.isPresent() && profile.knowsItsVersion()
            ? version(path.get())
            : Optional.<String>empty();
    return new Found(
        profile.command(),
        profile.name(),
        path.orElse(null),
        version.orElse(null),
        profile.install(),
        List.copyOf(users));
  }

  private Optional<String> version(Path program) throws InterruptedException {
    try {
      var output = Files.createTempFile("retinue-version", ".txt");
      try {
        ChildProcess.run(List.of(program.toString(), "--version"), output, patience);
        var said = VERSION.matcher(beginning(output));
        return said.find() ? Optional.of(said.group()) : Optional.empty();
      } catch (RetinueException e) {
        return Optional.empty();
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String beginning(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
    }
  }
}
