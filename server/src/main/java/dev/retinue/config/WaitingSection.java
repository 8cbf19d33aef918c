package dev.retinue.config;

import dev.retinue.core.Manners;
import java.time.Duration;
import java.util.List;

/// The section `waiting`: how long calls wait for agents, and what becomes of those whose caller
/// goes away.
final class WaitingSection {
  private static final Duration LONGEST = Duration.ofMinutes(30);
  private static final Duration A_DAY = Duration.ofDays(1);
  // Longer than it takes a daemon to leave in order, which is no reason to stop anything.
  private static final Duration SHORTEST_GRACE = Duration.ofSeconds(10);
  private static final int LONGEST_NAME = 64;

  private static final Key<Duration> PATIENCE =
      Key.of(
          "patience",
          Kinds.duration(Duration.ZERO, LONGEST),
          Manners.USUAL.patience(),
          "How long a call waits for an agent before it returns a handle.");
  private static final Key<Duration> LONG_PATIENCE =
      Key.of(
          "long-patience",
          Kinds.duration(Duration.ZERO, LONGEST),
          Manners.USUAL.longPatience(),
          "The same for clients that are known to wait for longer.");
  private static final Key<List<String>> PATIENT_CLIENTS =
      Key.of(
          "patient-clients",
          new Items<>("a list of names", Kinds.words(LONGEST_NAME), ","),
          Manners.USUAL.patientClients(),
          "How the names of those clients begin.");
  private static final Key<Boolean> STOP_ON_CANCEL =
      Key.of(
          "stop-on-cancel",
          Kinds.truth(),
          Manners.USUAL.stopOnCancel(),
          "Whether a call that is cancelled stops the agent that it began.");
  private static final Key<Duration> GRACE =
      Key.of(
          "disconnect-grace",
          Kinds.duration(SHORTEST_GRACE, A_DAY),
          Manners.USUAL.grace(),
          "How long an agent goes on whose caller went away while he waited, unless somebody asks for it.");

  private WaitingSection() {}

  static Key<Manners> key() {
    return Key.section(
        "waiting",
        new Shape<>(
            List.of(PATIENCE, LONG_PATIENCE, PATIENT_CLIENTS, STOP_ON_CANCEL, GRACE),
            values ->
                new Manners(
                    values.require(PATIENCE),
                    values.require(LONG_PATIENCE),
                    values.require(PATIENT_CLIENTS),
                    values.require(STOP_ON_CANCEL),
                    values.require(GRACE))),
        "How long calls wait for agents; `wait_seconds` of a call is above it.");
  }
}
