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
import java.util.List;
import java.util.Map;

/// A staff with agents of the fleet on it, before a pretended Coder. The process can die, and
/// another takes up what it left.
final class StaffScene implements AutoCloseable {
  static final FleetRules.Pace PACE =
      new FleetRules.Pace(
          Duration.ofMillis(5),
          Duration.ofSeconds(5),
          Duration.ofMillis(100),
          Duration.ofMillis(200),
          Duration.ofSeconds(10));

  final FleetScene fleet;
  private final Path folder;
  private final TestClock clock = new TestClock();
  private TestStaff staff;

  StaffScene(Path folder) {
    this(folder, Mode.CURRENT);
  }

  StaffScene(Path folder, Mode mode) {
    this.folder = folder;
    this.fleet = new FleetScene(mode);
    coder().project("Setup", "coder");
    this.staff = begin(Duration.ofMinutes(10));
  }

  private TestStaff begin(Duration patience) {
    return TestStaff.in(folder, clock)
        .hire(member("amy", null), member("maker", new Station(null, null, "Setup", null)))
        .begin(runtime(patience));
  }

  private CoderRuntime runtime(Duration patience) {
    return new CoderRuntime(
        Map.of("test", fleet.fleet),
        "test",
        new CoderRuntime.House(Permissions.NONE, patience, PACE, clock));
  }

  static Agent member(String name, Station station) {
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
    return coder().workspace("amy", templateOf(), Stage.IDLE).agentApi();
  }

  private dev.retinue.runtime.coder.fake.FakeTemplate templateOf() {
    return coder().project("Setup", "coder");
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

  /// A process dies, and another takes up what it left.
  void killAndReopen() {
    staff.kill();
    staff = begin(Duration.ofMinutes(10));
    assertThat(staff.found().interrupted()).isZero();
  }

  @Override
  public void close() {
    staff.close();
    fleet.close();
  }
}
