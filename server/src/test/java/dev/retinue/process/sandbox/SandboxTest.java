package dev.retinue.process.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Allowance;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.process.Child;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Signal;
import dev.retinue.process.Spawn;
import dev.retinue.process.Supervisor;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs in every tier that try to get out.
@EndToEnd
final class SandboxTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String CANARY = "nobody reads or changes this";

  @TempDir private Path folder;
  private Path data;
  private Path workspace;
  private Path scratch;
  private Path canary;
  private Supervisor supervisor;
  private Sandbox sandbox;

  @BeforeEach
  void begin() throws IOException {
    folder = folder.toRealPath();
    data = Files.createDirectories(folder.resolve("data"));
    scratch = Files.createDirectories(data.resolve("run/one"));
    workspace = Files.createDirectories(folder.resolve("home/project"));
    canary = Files.writeString(folder.resolve("home/canary"), CANARY);
    Files.createDirectories(folder.resolve("home/.ssh"));
    Files.writeString(folder.resolve("home/.ssh/id"), CANARY);
    Files.writeString(data.resolve("token"), CANARY);
    supervisor = new Supervisor(data, System.getenv());
    sandbox = new Sandbox(supervisor, System.getenv());
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    new LeftoverProcesses(data).reap(List.of());
    assertThat(Files.readString(canary)).isEqualTo(CANARY);
  }

  private Grounds grounds(boolean network) {
    return new Grounds(
        workspace, true, scratch, List.of(), List.of(), folder.resolve("home"), network);
  }

  private Child start(int tier, Grounds grounds, Allowance allowance, String script)
      throws Exception {
    var run = RunId.random(RunId.Prefix.AGENT, new SecureRandom());
    Files.writeString(scratch.resolve("in"), "");
    Files.deleteIfExists(scratch.resolve("out"));
    Files.deleteIfExists(scratch.resolve("err"));
    var place = sandbox.place(run, tier, grounds, allowance);
    return supervisor.start(
        new Spawn(
                run,
                List.of("/bin/sh", "-c", script),
                workspace,
                Map.of("PATH", "/usr/bin:/bin", "HOME", folder.resolve("home").toString()),
                new Spawn.Files(
                    scratch.resolve("in"), scratch.resolve("out"), scratch.resolve("err")),
                Spawn.Limits.USUAL)
            .inside(place.enclosure()));
  }

  private String run(int tier, Grounds grounds, String script) throws Exception {
    assumeThere(tier);
    var child = start(tier, grounds, Allowance.ANY, script);
    assertThat(child.awaitExit(LONG)).isPresent();
    assertThat(child.end(Signal.TERMINATE, Duration.ZERO)).isTrue();
    return Files.readString(scratch.resolve("out"));
  }

  private void assumeThere(int tier) {
    var found = sandbox.tier(tier);
    assumeTrue(found.there(), found.text());
  }

  @Test
  void every_tier_of_this_machine_says_what_it_is_or_what_to_do() {
    assertThat(sandbox.tiers()).hasSize(4);
    for (var tier : sandbox.tiers()) {
      assertThat(tier.text()).isNotBlank();
      assertThat(tier.there() || tier.remedy() != null).isTrue();
    }
    assertThat(sandbox.tier(1).there()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void a_program_works_in_its_workspace_and_in_its_own_folder(int tier) throws Exception {
    var said =
        run(
            tier,
            grounds(true),
            "echo one > a && mkdir b && mv a b/a && cat b/a && echo two > "
                + scratch
                + "/t && ls /usr/bin/env && cat /etc/hostname >/dev/null && echo done");
    assertThat(said).isEqualTo("one\n/usr/bin/env\ndone\n");
    assertThat(workspace.resolve("b/a")).hasContent("one");
    assertThat(scratch.resolve("t")).hasContent("two");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void nothing_outside_is_read_or_changed(int tier) throws Exception {
    var said =
        run(
            tier,
            grounds(true),
            """
            cat %1$s ; cat %1$s.ssh/id ; cat ../.ssh/id; cat %2$s/token; ls %2$s/run/..
            echo x > %1$s; echo x >> ../canary; rm -f ../canary; mv ../canary gone; ln ../canary hard && cat hard
            ln -s %1$s link; cat link; echo x > link
            ln -s %2$s data; cat data/token; echo x > data/token; echo x > data/new
            cat /proc/%3$d/environ; cat /proc/%3$d/root%1$s
            cat /etc/shadow
            echo end
            """
                .formatted(canary, data, ProcessHandle.current().pid()));
    assertThat(said.lines().filter(line -> !line.equals("run"))).containsExactly("end");
    assertThat(data.resolve("token")).hasContent(CANARY);
    assertThat(data.resolve("new")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void a_program_that_may_only_read_changes_nothing(int tier) throws Exception {
    Files.writeString(workspace.resolve("text"), "as it was");
    var grounds =
        new Grounds(workspace, false, scratch, List.of(), List.of(), folder.resolve("home"), true);
    var said = run(tier, grounds, "cat text; echo x > text; echo x > new; rm text; echo .");
    assertThat(said).isEqualTo("as it was.\n");
    assertThat(workspace.resolve("text")).hasContent("as it was");
    assertThat(workspace).isDirectoryContaining(it -> it.endsWith("text"));
    assertThat(workspace.resolve("new")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void a_program_without_network_reaches_nobody(int tier) throws Exception {
    try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var script =
          "exec 2>/dev/null; bash -c 'exec 3<>/dev/tcp/127.0.0.1/%d && echo reached'; echo end"
              .formatted(server.getLocalPort());
      assertThat(run(tier, grounds(true), script)).isEqualTo("reached\nend\n");
      assertThat(run(tier, grounds(false), script)).isEqualTo("end\n");
    }
  }

  @Test
  void who_is_to_be_cut_off_is_not_started_in_a_tier_that_cannot() {
    assertThatThrownBy(() -> start(1, grounds(false), Allowance.ANY, "true"))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("without network needs sandbox tier 3");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void a_program_sends_no_signal_to_what_is_outside(int tier) throws Exception {
    var outside = Program.of("sleep", "300").start();
    try {
      var said = run(tier, grounds(true), "kill -9 %d; echo $?".formatted(outside.process().pid()));
      assertThat(said.strip()).isNotEqualTo("0");
      assertThat(outside.process().isAlive()).isTrue();
    } finally {
      outside.kill();
    }
  }

  @Test
  void our_own_threads_stay_free_whatever_programs_give_up() throws Exception {
    assumeThere(2);
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      var waiting = new ArrayList<java.util.concurrent.Future<Integer>>();
      var children = new ArrayList<Child>();
      for (int i = 0; i < 10; i++) {
        var child = start(2, grounds(true), Allowance.ANY, "exit 3");
        children.add(child);
        for (int k = 0; k < 50; k++) {
          waiting.add(crowd.submit(() -> child.awaitExit(LONG).orElseThrow()));
        }
      }
      for (var result : waiting) {
        assertThat(result.get()).isEqualTo(3);
      }
      for (var child : children) {
        assertThat(child.end(Signal.TERMINATE, LONG)).isTrue();
      }
      assertThat(crowd.submit(() -> Files.readString(canary)).get()).isEqualTo(CANARY);
    }
    assertThat(FencedThreads.names())
        .allSatisfy(name -> assertThat(name).matches("process reaper|run-.*"));
  }

  @Test
  void who_drops_his_marks_and_leaves_his_session_ends_with_the_world_he_is_in() throws Exception {
    assumeThere(3);
    var child =
        start(
            3,
            grounds(true),
            Allowance.ANY,
            "env -i setsid sh -c 'sleep 4242 & sleep 4242' & echo begun; exec sleep 300");
    awaitOutput("begun\n");
    assertThat(child.end(Signal.TERMINATE, Duration.ofMillis(200))).isTrue();
    assertNoProcess("sleep\0" + "4242");
  }

  @Test
  void who_drops_his_marks_and_leaves_his_session_ends_with_his_control_group() throws Exception {
    assumeTrue(!sandbox.groups().startsWith("no "), "no control groups here");
    var child =
        start(
            1,
            grounds(true),
            Allowance.ANY,
            "env -i setsid sh -c 'sleep 4243 & sleep 4243' & echo begun; sleep 0.2");
    awaitOutput("begun\n");
    assertThat(child.awaitExit(LONG)).contains(0);
    assertThat(child.end(Signal.TERMINATE, Duration.ofMillis(200))).isTrue();
    assertNoProcess("sleep\0" + "4243");
  }

  @Test
  void a_program_in_a_world_of_its_own_hears_its_signal() throws Exception {
    assumeThere(3);
    var child =
        start(
            3,
            grounds(true),
            Allowance.ANY,
            "trap 'echo heard; exit 3' INT; echo begun; while :; do sleep 0.05; done");
    awaitOutput("begun\n");
    assertThat(child.end(Signal.INTERRUPT, LONG)).isTrue();
    assertThat(child.awaitExit(Duration.ZERO)).contains(3);
  }

  @Test
  void processes_and_memory_are_limited_where_groups_can_do_that() throws Exception {
    assumeTrue(sandbox.groups().contains("memory, pids"), sandbox.groups());
    var many =
        start(
            1,
            grounds(true),
            new Allowance(null, 20L, null),
            "for i in $(seq 60); do sleep 5 & done; echo end");
    assertThat(many.awaitExit(LONG)).isPresent().isNotEqualTo(java.util.Optional.of(0));
    assertThat(many.end(Signal.TERMINATE, Duration.ZERO)).isTrue();
    var large =
        start(
            1,
            grounds(true),
            new Allowance(64L << 20, null, null),
            "head -c 300M /dev/zero | tail | wc -c; echo end");
    assertThat(large.awaitExit(LONG)).isPresent();
    assertThat(large.end(Signal.TERMINATE, Duration.ZERO)).isTrue();
    assertThat(Files.readString(scratch.resolve("out"))).doesNotContain("314572800");
  }

  @Test
  void what_could_execute_later_is_neither_changed_nor_made() throws Exception {
    assertThat(Program.of("git", "init", "-q", workspace).run().exitCode()).isZero();
    Files.writeString(workspace.resolve(".mcp.json"), "{}");
    var config = Files.readString(workspace.resolve(".git/config"));
    var said =
        run(
            3,
            grounds(true),
            """
            exec 2>/dev/null
            cat .mcp.json; echo
            git config core.fsmonitor ./evil || echo kept
            for it in .mcp.json .git/hooks/pre-commit .claude/settings.json .codex/config.toml .vscode/tasks.json .bashrc .envrc; do
              mkdir -p $(dirname $it); echo evil > $it && echo "wrote $it"
              rm -rf $it && mv made $it && echo "replaced $it"
            done
            mv .git away && echo moved
            rm -rf .claude && mkdir .claude && echo made
            echo x > ordinary; git add ordinary && git -c user.name=a -c user.email=b commit -qm c && echo committed
            git status --porcelain
            """);
    assertThat(said).isEqualTo("{}\nkept\ncommitted\n?? .mcp.json\n");
    assertThat(workspace.resolve(".git/config")).hasContent(config.strip());
    assertThat(workspace.resolve(".mcp.json")).hasContent("{}");
    try (var left = Files.list(workspace)) {
      assertThat(left.map(it -> it.getFileName().toString()))
          .containsExactlyInAnyOrder(".git", ".mcp.json", "ordinary");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void nobody_has_a_power_of_root(int tier) throws Exception {
    assertThat(run(tier, grounds(true), "grep CapEff /proc/self/status"))
        .isEqualTo("CapEff:\t0000000000000000\n");
  }

  @Test
  void an_ordinary_user_has_the_same_tiers() throws Exception {
    assumeTrue(Root.isMe(), "only root can be another user");
    var setpriv = Program.find("setpriv");
    assumeTrue(setpriv.isPresent(), "needs setpriv");
    var open = Files.createTempDirectory("retinue-user");
    Files.setPosixFilePermissions(
        open, java.nio.file.attribute.PosixFilePermissions.fromString("rwxrwxrwx"));
    var classes =
        Path.of("target/classes").toAbsolutePath()
            + ":"
            + Path.of("target/test-classes").toAbsolutePath();
    var ended =
        Program.of(
                setpriv.get(),
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin/java"),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classes,
                TiersProgram.class.getName(),
                open,
                open.resolve("tiers"))
            .run();
    assertThat(ended.err()).isEmpty();
    var tiers = Files.readAllLines(open.resolve("tiers"));
    Files.delete(open.resolve("tiers"));
    Files.delete(open);
    assertThat(tiers).hasSize(4);
    for (int level = 0; level <= Tier.HIGHEST; level++) {
      assertThat(tiers.get(level)).startsWith(level + " " + sandbox.tier(level).there());
    }
  }

  private static void assertNoProcess(String commandLine) {
    assertThat(
            ProcessHandle.allProcesses()
                .filter(
                    it -> {
                      try {
                        return Files.readString(Path.of("/proc/" + it.pid() + "/cmdline"))
                            .startsWith(commandLine);
                      } catch (IOException e) {
                        return false;
                      }
                    }))
        .isEmpty();
  }

  private void awaitOutput(String text) throws IOException {
    long end = System.nanoTime() + LONG.toNanos();
    while (!Files.readString(scratch.resolve("out")).contains(text)) {
      assertThat(System.nanoTime()).as("it said nothing in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
