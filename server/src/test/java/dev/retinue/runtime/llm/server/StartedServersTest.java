package dev.retinue.runtime.llm.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Commission;
import dev.retinue.core.Permissions;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.core.tool.ServerState.Phase;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.core.tool.ToolServer.Share;
import dev.retinue.process.Enclosure;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.LeftoverFolders;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers that are programs, and behave in every way that programs do.
@EndToEnd
final class StartedServersTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "PATH", "/usr/bin:/bin", "HOME", "/root", "OPENAI_API_KEY", "k", "MY_KEY", "s3cret-key");

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init")
  private Path program;

  @SuppressWarnings("NullAway.Init")
  private McpServers servers;

  @SuppressWarnings("NullAway.Init")
  private TestStaff staff;

  @BeforeEach
  void install() throws IOException {
    program = folder.resolve("tool-server");
    try (var script = getClass().getResourceAsStream("/programs/tool-server.sh")) {
      Files.write(program, Objects.requireNonNull(script).readAllBytes());
    }
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void nothing_is_left_whatever_the_test_did() throws IOException {
    staff.close();
    servers.close();
    assertThat(processes()).isEmpty();
    var left = Files.createDirectories(folder.resolve("run"));
    try (var folders = Files.list(left)) {
      assertThat(folders).isEmpty();
    }
  }

  @Test
  void all_runs_share_one_process_and_it_stays_for_the_next() {
    begin(server(Share.DAEMON, Duration.ofSeconds(30)));
    var pids = new HashSet<String>();
    var runs = new ArrayList<RunId>();
    for (int i = 0; i < 10; i++) {
      runs.add(start("tools__play"));
    }
    runs.forEach(run -> pids.addAll(said(run)));
    pids.addAll(said(start("tools__play")));
    assertThat(pids).hasSize(1);
    assertThat(health().phase()).isEqualTo(Phase.READY);
    assertThat(ProcessHandle.of(Objects.requireNonNull(health().pid()))).isPresent();
    assertThat(processes()).isNotEmpty();
  }

  @Test
  void a_run_has_one_of_its_own_in_its_folder_and_nothing_is_left_of_it() throws IOException {
    var work = Files.createDirectories(folder.resolve("work")).toRealPath();
    begin(server(Share.RUN, Duration.ofSeconds(30)));
    var request =
        StartRequest.of("agent", "tools__play {\"do\":\"where\"}")
            .under(Commission.Terms.NONE.in(work.toString()));
    var first = staff.start(request);
    assertThat(said(first)).containsExactly(work.toString());
    var second = said(start("tools__play {\"do\":\"fork\"}\ntools__play"));
    assertThat(second.getFirst()).isEqualTo(second.getLast());
    assertThat(processes()).isEmpty();
  }

  @Test
  void a_server_that_dies_in_a_call_fails_that_call_and_is_begun_again_for_the_next() {
    begin(server(Share.DAEMON, Duration.ofSeconds(30)));
    var said = said(start("tools__play\ntools__play {\"do\":\"die\"}\ntools__play\ntools__play"));
    assertThat(said.get(1))
        .startsWith("failed: The tool server 'tools' broke in the middle of the call: ")
        .contains("it ended with 3, and last complained: I die, and the key is ***")
        .endsWith("Whether the tool did its work is not known.");
    assertThat(said.get(2)).matches("\\d+").isEqualTo(said.get(3)).isNotEqualTo(said.get(0));
    assertThat(health().restarts()).isEqualTo(1);
    assertThat(health().phase()).isEqualTo(Phase.READY);
  }

  @Test
  void what_a_dead_server_has_started_does_not_outlive_it() {
    begin(server(Share.DAEMON, Duration.ofSeconds(30)));
    var said = said(start("tools__play {\"do\":\"fork\"}\ntools__play {\"do\":\"die\"}"));
    assertThat(said.getLast()).startsWith("failed: ");
    servers.close();
    assertThat(processes()).isEmpty();
  }

  @Test
  void a_server_that_hangs_is_ended_and_begun_again() {
    begin(server(Share.DAEMON, Duration.ofSeconds(2)));
    var said = said(start("tools__play\ntools__play {\"do\":\"hang\"}\ntools__play"));
    assertThat(said.get(1)).startsWith("failed: The tool did not answer within 2 s.");
    assertThat(said.get(2)).matches("\\d+").isNotEqualTo(said.get(0));
  }

  @Test
  void a_run_that_is_stopped_in_a_call_does_not_wait_for_it() {
    begin(server(Share.RUN, Duration.ofMinutes(5)));
    var run = start("tools__play\ntools__play {\"do\":\"hang\"}");
    staff.awaitEvent(run, RunEvent.Said.class::isInstance);
    staff.staff().stop(TestStaff.OWNER, run, "no more of it");
    staff.awaitEnd(run);
    assertThat(processes()).isEmpty();
  }

  @Test
  void a_server_that_does_not_begin_costs_the_run_its_tools_and_says_why() {
    var refusing =
        new ToolServer(
            "tools",
            new ToolServer.Started(
                program.toString(), List.of("refuse"), Map.of("SERVER_KEY", "${MY_KEY}"), null));
    var missing =
        new ToolServer(
            "missing", new ToolServer.Started("no-such-program", List.of(), Map.of(), null));
    begin(refusing, missing);
    var run = start("tools");
    assertThat(said(run)).containsExactly("");
    assertThat(staff.events(run).toString())
        .contains("it ended with 9, and last complained: there is no key ***")
        .contains("There is no program 'no-such-program' for the tool server 'missing'")
        .doesNotContain("s3cret");
    assertThat(servers.states().toString()).doesNotContain("s3cret");
  }

  @Test
  void it_sees_what_every_program_sees_and_what_it_is_given() {
    begin(server(Share.DAEMON, Duration.ofSeconds(30)));
    assertThat(said(start("tools__play {\"do\":\"env\"}")).getFirst().split(" ", -1))
        .contains("PATH", "HOME", "SERVER_KEY", "TMPDIR", "RETINUE_RUN", "RETINUE_HOME")
        .doesNotContain("OPENAI_API_KEY", "MY_KEY");
  }

  @Test
  void a_list_that_changes_is_seen_by_the_next_turn() {
    begin(server(Share.DAEMON, Duration.ofSeconds(30)));
    assertThat(said(start("tools\ntools__play {\"do\":\"grow\"}")).getFirst())
        .isEqualTo("tools__play");
    // It is told of when the server likes to; the list follows.
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    var seen = said(start("tools"));
    while (seen.equals(List.of("tools__play")) && System.nanoTime() < deadline) {
      seen = said(start("tools"));
    }
    assertThat(seen).containsExactly("tools__play tools__more");
  }

  @Test
  void what_nobody_needs_ends_and_comes_back() {
    var clock = new TestClock();
    begin(clock, server(Share.DAEMON, Duration.ofSeconds(30)));
    var before = said(start("tools__play"));
    servers.tidy();
    assertThat(processes()).isNotEmpty();
    clock.advance(ToolServer.USUAL_IDLE.plusSeconds(1));
    servers.tidy();
    assertThat(processes()).isEmpty();
    assertThat(health().phase()).isEqualTo(Phase.IDLE);
    assertThat(said(start("tools__play"))).isNotEqualTo(before);
    assertThat(health().restarts()).isZero();
  }

  @Test
  void nothing_is_left_of_servers_whose_daemon_was_killed() throws Exception {
    begin();
    var data = Files.createDirectories(folder.resolve("killed")).toRealPath();
    var daemon =
        Program.of(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                "-cp",
                System.getProperty("java.class.path"),
                ServersProgram.class.getName(),
                data,
                program)
            .start();
    daemon.awaitOutput(Pattern.compile("begun"));
    assertThat(processes()).hasSizeGreaterThanOrEqualTo(4);

    daemon.process().destroyForcibly().waitFor();
    new LeftoverProcesses(data).reap(List.of());
    new LeftoverFolders(data.resolve("run")).reap(List.of());

    assertThat(processes()).isEmpty();
    try (var folders = Files.list(data.resolve("run"))) {
      assertThat(folders).isEmpty();
    }
  }

  private ToolServer server(Share share, Duration timeout) {
    return new ToolServer(
        "tools",
        new ToolServer.Started(
            program.toString(), List.of(), Map.of("SERVER_KEY", "${MY_KEY}"), null),
        share,
        timeout,
        ToolServer.USUAL_IDLE,
        List.of());
  }

  private void begin(ToolServer... specs) {
    begin(InstantSource.system(), specs);
  }

  private void begin(InstantSource clock, ToolServer... specs) {
    var grounds =
        new Grounds(
            new Supervisor(folder, ENVIRONMENT),
            folder.resolve("run"),
            ENVIRONMENT,
            (_, _, _) -> Enclosure.LIMITS);
    servers = new McpServers(List.of(specs), grounds, Permissions.NONE, clock);
    var usual = Rules.DEFAULT;
    var rules =
        new Rules(
            usual.limits(), usual.requests(), usual.starts(), Roots.of(List.of(folder), null));
    staff = TestStaff.in(folder.resolve("data"), new TestClock(), rules);
    staff.hire(
        new Agent(
            "agent",
            "borrows tools",
            new Agent.Means("llm", null),
            "",
            List.of(),
            Agent.Limits.NONE));
    staff.begin(new Borrower(servers));
  }

  private RunId start(String prompt) {
    return staff.start("agent", prompt);
  }

  private List<String> said(RunId run) {
    staff.awaitEnd(run);
    return staff.events(run).stream()
        .filter(RunEvent.Said.class::isInstance)
        .map(event -> ((RunEvent.Said) event).text())
        .toList();
  }

  private dev.retinue.core.tool.ServerState.Health health() {
    return servers.states().getFirst().health();
  }

  /// Everything that carries the mark of this folder.
  private Set<Long> processes() {
    var marked = new HashSet<Long>();
    ProcessHandle.allProcesses()
        .forEach(
            process -> {
              try {
                var environ = Path.of("/proc/%d/environ".formatted(process.pid()));
                if (Files.readString(environ, java.nio.charset.StandardCharsets.ISO_8859_1)
                    .contains(LeftoverProcesses.MARK + "=" + folder.toRealPath())) {
                  marked.add(process.pid());
                }
              } catch (IOException e) {
                // Gone, or not ours.
              }
            });
    return marked;
  }
}
