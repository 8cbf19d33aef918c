package dev.retinue.cli;

import dev.retinue.cli.connect.Places;
import dev.retinue.cli.connect.Scope;
import dev.retinue.cli.text.Harmless;
import dev.retinue.core.ProviderKeys;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.DaemonRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// What a doctor sees of the user's surroundings: keys, clients, and whether the daemon has read
/// what the user has written since.
final class ClientCheck {
  private static final int LINE = 100;

  private ClientCheck() {}

  /// Which clients are connected, and what connects another that is here.
  static Finding clients(Map<String, String> environment, String system) {
    List<ConnectList.Row> rows;
    try {
      rows =
          ConnectList.rows(
              new Places(environment, system, Path.of("").toAbsolutePath()), Scope.USER);
    } catch (RetinueException e) {
      return Finding.ok("clients", String.valueOf(e.getMessage()));
    }
    var broken = rows.stream().filter(it -> it.connected().equals("unreadable")).findFirst();
    if (broken.isPresent()) {
      return Finding.warn(
          "clients",
          "%s cannot be read".formatted(broken.get().file()),
          "Run: retinue connect %s; it says what is wrong there"
              .formatted(broken.get().client().word()));
    }
    var connected = words(rows.stream().filter(it -> it.connected().equals("yes")).toList());
    var others =
        rows.stream().filter(it -> it.installed() && !it.connected().equals("yes")).toList();
    if (!connected.isEmpty()) {
      return Finding.ok(
          "clients",
          "connected: %s%s"
              .formatted(
                  connected,
                  others.isEmpty() ? "" : "; here, and not connected: " + words(others)));
    }
    return others.isEmpty()
        ? Finding.ok("clients", "none of those that Retinue knows is installed")
        : Finding.warn(
            "clients",
            "none is connected; here are: " + words(others),
            "Run: retinue connect %s --write".formatted(others.getFirst().client().word()));
  }

  private static String words(List<ConnectList.Row> rows) {
    return rows.stream().map(it -> it.client().word()).collect(Collectors.joining(", "));
  }

  /// The names of the variables; what is in them nobody is told.
  static Finding keys(Map<String, String> environment) {
    var names = new TreeSet<String>();
    ProviderKeys.NAMES.stream()
        .filter(it -> !environment.getOrDefault(it, "").isBlank())
        .forEach(names::add);
    return names.isEmpty()
        ? Finding.hint(
            "keys",
            "no variable of a provider is set; programs such as claude may have a sign-in of their own",
            "So that 'assistant' can think: export ANTHROPIC_API_KEY=… (or OPENAI_API_KEY, GEMINI_API_KEY, LLM_ENDPOINT)")
        : Finding.ok("keys", "set: " + String.join(", ", names));
  }

  /// Whether the file was written after the daemon has read it.
  static Optional<Finding> formerConfiguration(Optional<DaemonRecord> daemon, Optional<Path> file) {
    if (daemon.isEmpty() || file.isEmpty()) {
      return Optional.empty();
    }
    try {
      Instant written = Files.getLastModifiedTime(file.get()).toInstant();
      return written.isAfter(daemon.get().startedAt())
          ? Optional.of(
              Finding.warn(
                  "configuration",
                  "the daemon works with a former %s: it was written after the daemon had started"
                      .formatted(file.get()),
                  "End it with 'kill %d'; the next command starts it anew, and its runs go on."
                      .formatted(daemon.get().pid())))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Clients that are connected, each with the version of Retinue with which it was started.
  ///
  /// @param versions how many there are of each
  static Optional<Finding> fronts(JsonNode versions, String daemon) {
    var all = new ArrayList<String>();
    int others = 0;
    for (var version : versions.properties()) {
      int clients = version.getValue().asInt();
      all.add("%d of Retinue %s".formatted(clients, Harmless.line(version.getKey(), LINE)));
      others += version.getKey().equals(daemon) ? 0 : clients;
    }
    if (all.isEmpty()) {
      return Optional.empty();
    }
    var text = "connected on standard streams: " + String.join(", ", all);
    return Optional.of(
        others == 0
            ? Finding.ok("fronts", text)
            : Finding.warn(
                "fronts",
                text + ", and the daemon is " + daemon,
                "They work on as they are; to have the same everywhere, restart these clients."));
  }
}
