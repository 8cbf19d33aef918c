package dev.retinue.clients;

import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// The packaged program, serving over HTTP on a free port.
record ServedRetinue(Program.Running running, String url, Path data, boolean temporary)
    implements AutoCloseable {
  static final Path LAUNCHER = Repository.DISTRIBUTION.resolve("retinue");

  /// For everybody on this machine.
  static ServedRetinue start() {
    return start("--no-auth");
  }

  static ServedRetinue start(String... options) {
    return start(newFolder(), true, options);
  }

  /// On data that stays.
  static ServedRetinue start(Path data, String... options) {
    return start(data, false, options);
  }

  private static ServedRetinue start(Path data, boolean temporary, String... options) {
    var words = new ArrayList<Object>(List.of(LAUNCHER, "serve", "--port", "0", "--data", data));
    words.addAll(List.of(options));
    var running =
        Program.of(words.toArray()).with("JAVA_HOME", Repository.JDK).with("HOME", data).start();
    var line = running.awaitOutput(Pattern.compile("serves MCP at (\\S+)"));
    return new ServedRetinue(
        running, line.group(1).replace("127.0.0.1", "localhost"), data, temporary);
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("served");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String token() {
    return Repository.text(data.resolve("token")).strip();
  }

  /// Ends it as a power cut would.
  @Override
  public void close() {
    running.kill();
    try {
      running.process().waitFor();
      if (temporary) {
        remove();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void remove() throws IOException {
    try (var files = Files.walk(data)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
