package dev.retinue.toolset.waiting;

import dev.retinue.mcp.Call;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How calls wait, as the operator wants it.
///
/// @param patience for how long a client is made to wait of whom nothing is known
/// @param clients the same for those that are known, by how their names begin
/// @param stopOnCancel whether a cancelled call stops the run that it began
/// @param grace how long a run goes on whose caller went away, unless somebody asks for it; null
///   for ever
public record Manners(
    Duration patience,
    Map<String, Duration> clients,
    boolean stopOnCancel,
    @Nullable Duration grace) {
  private static final Duration LONG = Duration.ofMinutes(4);

  /// Most clients give up after 60 s. The clients named here wait for longer.
  public static final Manners USUAL =
      new Manners(
          Duration.ofSeconds(45),
          Map.of("codex", LONG, "claude-code", LONG),
          true,
          Duration.ofMinutes(1));

  public Manners {
    clients = Map.copyOf(clients);
  }

  /// How long this call may wait.
  ///
  /// @param seconds as its caller wants it; null to leave it to us
  public Duration patience(Call call, @Nullable Integer seconds) {
    if (seconds != null) {
      return Duration.ofSeconds(seconds);
    }
    var name = call.clientName().toLowerCase(Locale.ROOT).replace(' ', '-');
    return clients.entrySet().stream()
        .filter(client -> name.startsWith(client.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(patience);
  }
}
