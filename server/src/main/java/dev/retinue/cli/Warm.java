package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.process.ChildProcess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `retinue warm`: records an AOT cache for each entry point. The JVM takes a second or two for it
/// and talks while it does, so no process that serves a client ever makes one.
@Command(
    name = "warm",
    description = "Prepare fast starts: record the classes that each start needs.")
final class Warm implements Callable<Integer> {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /// After this time a cache of another build, or a draft, has been forgotten.
  private static final Duration KEPT = Duration.ofDays(30);

  private final Terminal terminal;

  Warm(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var install = Install.of(System.getProperties());
    var folder = install.cacheFolder(System.getenv());
    try {
      Files.createDirectories(folder);
      for (var entryPoint : EntryPoint.values()) {
        var cache = make(install, entryPoint, folder);
        terminal.out().println("%s: %s".formatted(entryPoint.fileName(), cache));
        terminal.flush();
      }
      sweep(folder, install.stamp(), Instant.now().minus(KEPT));
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "no cache can be written to %s: %s".formatted(folder, e.getMessage()),
          e);
    }
    return ExitCode.OK;
  }

  /// Written beside its place, forced to disk and then moved: a start sees a whole cache or none.
  /// (The JVM does not survive a cache with a hole in it.)
  private static Path make(Install install, EntryPoint entryPoint, Path folder)
      throws IOException, InterruptedException {
    var workshop = Files.createTempDirectory(folder, "draft");
    try {
      var draft = workshop.resolve("cache.aot");
      var output = workshop.resolve("output");
      int exitCode = ChildProcess.run(command(install, entryPoint, draft), output, LIMIT);
      if (exitCode != 0 || !Files.exists(draft)) {
        throw new RetinueException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "the JVM made no cache for %s (exit code %d): %s"
                .formatted(entryPoint.fileName(), exitCode, Files.readString(output).strip()));
      }
      try (var file = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        file.force(true);
      }
      var cache = folder.resolve(install.cacheName(entryPoint));
      return Files.move(draft, cache, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      delete(workshop);
    }
  }

  private static List<String> command(Install install, EntryPoint entryPoint, Path draft) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "@" + install.jvmFlags(entryPoint),
        "-XX:AOTCacheOutput=" + draft,
        "-cp",
        install.jar().toString(),
        "dev.retinue.Main",
        EntryPoint.REHEARSE,
        entryPoint.fileName());
  }

  /// Removes what was forgotten of ours, and nothing else: the folder may be shared.
  private static void sweep(Path folder, String stamp, Instant before) throws IOException {
    try (var ours = Files.newDirectoryStream(folder, "{draft*,front-*,command-*,daemon-*}")) {
      for (var entry : ours) {
        boolean current = entry.toString().endsWith(stamp + ".aot");
        // Its age is that of a file that may be gone by now: another warm sweeps, too.
        if (!current && entry.toFile().lastModified() < before.toEpochMilli()) {
          delete(entry);
        }
      }
    }
  }

  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (var files = Files.walk(tree)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
