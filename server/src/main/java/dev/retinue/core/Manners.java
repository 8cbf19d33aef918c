package dev.retinue.core;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How calls wait for runs, as the operator wants it.
///
/// @param patience for how long a client is made to wait of whom nothing is known
/// @param longPatience the same for patient clients
/// @param patientClients how the names of those begin
/// @param stopOnCancel whether a cancelled call stops the run that it began
/// @param grace how long a run goes on whose caller went away, unless somebody asks for it
public record Manners(
    Duration patience,
    Duration longPatience,
    List<String> patientClients,
    boolean stopOnCancel,
    Duration grace) {

  /// Most clients give up after 60 s. Those that are named here wait for longer.
  public static final Manners USUAL =
      new Manners(
          Duration.ofSeconds(45),
          Duration.ofMinutes(4),
          List.of("claude-code", "codex"),
          true,
          Duration.ofMinutes(1));

  public Manners {
    patientClients = List.copyOf(patientClients);
  }

  /// How long a call may wait.
  ///
  /// @param client what its client calls itself
  /// @param seconds as its caller wants it; null to leave it to us
  public Duration patience(String client, @Nullable Integer seconds) {
    if (seconds != null) {
      return Duration.ofSeconds(seconds);
    }
    var name = written(client);
    boolean patient = patientClients.stream().map(Manners::written).anyMatch(name::startsWith);
    return patient ? longPatience : patience;
  }

  private static String written(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace(' ', '-').replace('_', '-');
  }
}
