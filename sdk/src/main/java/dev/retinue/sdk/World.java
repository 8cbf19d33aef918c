package dev.retinue.sdk;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// What an agent sees of the machine. A test gives it another one.
///
/// @param terminal whether a person sits before it
/// @param directory where relative paths begin
record World(
    Map<String, String> env,
    InputStream in,
    boolean terminal,
    PrintStream out,
    PrintStream err,
    InstantSource clock,
    Path directory) {

  /// This process. Standard output is for the result alone: whatever else is printed, by the agent
  /// itself or a library, goes to standard error.
  static World real() {
    var out = utf8(new FileOutputStream(FileDescriptor.out));
    var err = utf8(new FileOutputStream(FileDescriptor.err));
    System.setOut(err);
    System.setErr(err);
    return new World(
        AsGiven.environment(),
        System.in,
        isTerminal(),
        out,
        err,
        InstantSource.system(),
        Path.of("").toAbsolutePath());
  }

  private static PrintStream utf8(FileOutputStream stream) {
    return new PrintStream(new BufferedOutputStream(stream), true, StandardCharsets.UTF_8);
  }

  /// The console of the JDK wants both streams to be a terminal; here only the input matters.
  private static boolean isTerminal() {
    var input = Path.of("/proc/self/fd/0");
    try {
      var target = Files.readSymbolicLink(input).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (Exception e) {
      return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
  }

  Path home() {
    var home = env.get("HOME");
    return Path.of(home == null || home.isBlank() ? System.getProperty("user.home") : home);
  }
}
