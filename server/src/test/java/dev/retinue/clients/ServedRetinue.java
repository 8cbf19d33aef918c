package dev.retinue.clients;

import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The packaged program, serving over HTTP on a free port.
record ServedRetinue(Program.Running running, String url) implements AutoCloseable {
  static final Path LAUNCHER = Repository.DISTRIBUTION.resolve("retinue");

  static ServedRetinue start() {
    var running =
        Program.of(LAUNCHER, "serve", "--port", "0").with("JAVA_HOME", Repository.JDK).start();
    var line = running.awaitOutput(Pattern.compile("serves MCP at (\\S+)"));
    return new ServedRetinue(running, line.group(1).replace("127.0.0.1", "localhost"));
  }

  @Override
  public void close() {
    running.kill();
  }
}
