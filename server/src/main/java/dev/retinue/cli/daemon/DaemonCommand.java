package dev.retinue.cli.daemon;

import dev.retinue.process.LeftoverProcesses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// How a daemon is started that nobody typed: in a session of its own, so that neither Ctrl-C in a
/// terminal nor the end of whoever needed it reaches it.
final class DaemonCommand {
  /// For how long it stays when it has nothing to do.
  private static final String IDLE = "1h";

  /// Whoever starts a daemon does not lend it his keys: they would serve everybody.
  private static final List<String> SECRETS =
      List.of("_KEY", "_KEYS", "_TOKEN", "_SECRET", "_PASSWORD", "_PASSWD", "_CREDENTIALS");

  /// Except those of the fleet: it is the daemon that works with it, and for its owner alone.
  private static final String OF_THE_FLEET = "CODER_SESSION_TOKEN";

  private DaemonCommand() {}

  static List<String> of(Path launcher, Path data, Map<String, String> environment) {
    var words = new ArrayList<>(OwnSession.words(environment));
    words.addAll(List.of(launcher.toString(), "serve", "--any-port", "--idle-exit", IDLE));
    words.addAll(List.of("--data", data.toString()));
    return words;
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
    return !name.endsWith(OF_THE_FLEET) && SECRETS.stream().anyMatch(name::endsWith);
  }
}
