package dev.retinue.cli.daemon;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What stands before a command that neither Ctrl-C in a terminal nor the end of whoever started it
/// shall reach.
public final class OwnSession {
  private OwnSession() {}

  /// Linux has a program for it, macOS has Perl; elsewhere the session is that of the caller.
  public static List<String> words(Map<String, String> environment) {
    return find("setsid", environment)
        .map(setsid -> List.of(setsid.toString()))
        .or(
            () ->
                find("perl", environment)
                    .map(
                        perl ->
                            List.of(
                                perl.toString(),
                                "-MPOSIX",
                                "-e",
                                "POSIX::setsid(); exec { $ARGV[0] } @ARGV",
                                "--")))
        .orElse(List.of());
  }

  private static Optional<Path> find(String program, Map<String, String> environment) {
    var path = environment.getOrDefault("PATH", "") + File.pathSeparator + "/usr/bin";
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
