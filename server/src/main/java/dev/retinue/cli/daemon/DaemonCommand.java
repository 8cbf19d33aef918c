package dev.retinue.cli.daemon;

import dev.retinue.process.LeftoverProcesses;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// How a daemon is started that nobody typed: in a session of its own, so that neither Ctrl-C in a
/// terminal nor the end of whoever needed it reaches it.
final class DaemonCommand {
  /// For how long it stays when it has nothing to do.
  private static final String IDLE = "1h";

  /// Whoever starts a daemon does not lend it his keys: they would serve everybody.
  private static final List<String> SECRETS =
      List.of("_KEY", "_KEYS", "_TOKEN", "_SECRET", "_PASSWORD", "_PASSWD", "_CREDENTIALS");

  private DaemonCommand() {}

  static List<String> of(Path launcher, Path data, Map<String, String> environment) {
    var words = new ArrayList<>(ownSession(environment));
    words.addAll(List.of(launcher.toString(), "serve", "--any-port", "--idle-exit", IDLE));
    words.addAll(List.of("--data", data.toString()));
    return words;
  }

  /// Linux has a program for it, macOS has Perl; elsewhere the session is that of the caller.
  private static List<String> ownSession(Map<String, String> environment) {
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

  /// What a daemon gets of the environment of whoever starts it. The marks of a run are not for it:
  /// its successor would take it for something that the run left behind.
  static Map<String, String> environment(Map<String, String> ofStarter) {
    var kept = new HashMap<>(ofStarter);
    kept.remove(LeftoverProcesses.MARK);
    kept.remove(LeftoverProcesses.RUN);
    kept.keySet().removeIf(DaemonCommand::isSecret);
    return kept;
  }

  private static boolean isSecret(String variable) {
    var name = variable.toUpperCase(Locale.ROOT);
    return SECRETS.stream().anyMatch(name::endsWith);
  }
}
