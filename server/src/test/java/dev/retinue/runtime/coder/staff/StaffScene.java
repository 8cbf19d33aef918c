package dev.retinue.runtime.coder.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Station;
import dev.retinue.runtime.coder.FleetRules;
import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.FakeAgentApi;
import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A staff with agents of the fleet on it, before a pretended Coder. The process can die, and
/// another takes up what it left.
public final class StaffScene implements AutoCloseable {
  static final FleetRules.Pace PACE =
      new FleetRules.Pace(
          Duration.ofMillis(5),
          Duration.ofSeconds(5),
          Duration.ofMillis(100),
          Duration.ofMillis(200),
          Duration.ofSeconds(10));

  final FleetScene fleet;
  private final Path folder;
  private final Duration patience;
  private final TestClock clock = new TestClock();
  private TestStaff staff;

  StaffScene(Path folder) {
    this(folder, Mode.CURRENT, Duration.ofMinutes(10));
  }

  /// @param patience how long a question waits
  StaffScene(Path folder, Mode mode, Duration patience) {
    this.folder = folder;
    this.patience = patience;
    this.fleet = new FleetScene(mode);
    coder().project("Setup", "coder");
    this.staff = begin();
  }

  private TestStaff begin() {
    return TestStaff.in(folder, clock)
        .hire(member("amy", null), member("maker", new Station(null, null, "Setup", null)))
        .begin(runtime());
  }

  CoderRuntime runtime() {
    return runtime(fleet, patience, clock);
  }

  /// What carries out runs in the workspaces of this fleet.
  ///
  /// @param patience how long a question waits
  public static CoderRuntime runtime(FleetScene fleet, Duration patience, InstantSource clock) {
    return new CoderRuntime(
        Map.of("test", fleet.fleet),
        "test",
        new CoderRuntime.House(Permissions.NONE, patience, PACE, clock));
  }

  public static Agent member(String name, @Nullable Station station) {
    return new Agent(
        name,
        "works in a workspace",
        new Agent.Means(CoderRuntime.NAME, null, null, null, station),
        "",
        List.of(),
        Agent.Limits.NONE);
  }

  FakeCoder coder() {
    return fleet.coder;
  }

  /// The workspace of `amy`, which is up.
  FakeAgentApi amy() {
    return coder().workspace("amy", coder().project("Setup", "coder"), Stage.IDLE).agentApi();
  }

  TestStaff staff() {
    return staff;
  }

  TestClock clock() {
    return clock;
  }

  /// Until the agent has heard this.
  void awaitHeard(RunId run, FakeAgentApi api, String words) {
    staff.await(run, _ -> said(api, words) > 0);
  }

  static long said(FakeAgentApi api, String words) {
    return api.messages().stream()
        .filter(it -> it.role().equals("user") && it.content().equals(words))
        .count();
  }

  static String summary(Run run) {
    return switch (run.state()) {
      case State.Completed(var _, var summary, var _) -> summary;
      case State.Failed(var _, var reason, var message) -> reason.word() + ": " + message;
      default -> run.state().word();
    };
  }

  List<String> notes(RunId run) {
    return staff.events(run).stream()
        .filter(RunEvent.Noted.class::isInstance)
        .map(it -> ((RunEvent.Noted) it).text())
        .toList();
  }

  List<String> said(RunId run) {
    return staff.events(run).stream()
        .filter(RunEvent.Said.class::isInstance)
        .map(it -> ((RunEvent.Said) it).text())
        .toList();
  }

  /// The name of the workspace that is made for a run, once it is.
  String made(RunId run) {
    var facts = staff.await(run, it -> it.facts().containsKey(Engagement.WORKSPACE)).facts();
    return Objects.requireNonNull(facts.get(Engagement.MADE));
  }

  /// A process dies, and another takes up what it left.
  void killAndReopen() {
    staff.kill();
    staff = begin();
    assertThat(staff.found().interrupted()).isZero();
  }

  @Override
  public void close() {
    staff.close();
    fleet.close();
  }
}
