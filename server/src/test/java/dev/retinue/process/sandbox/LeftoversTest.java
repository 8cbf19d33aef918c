package dev.retinue.process.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Allowance;
import dev.retinue.core.RunId;
import dev.retinue.process.Signal;
import dev.retinue.process.Spawn;
import dev.retinue.process.Supervisor;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What sandboxes leave behind: nothing.
final class LeftoversTest {
  @TempDir private Path folder;

  @Test
  void the_group_of_a_daemon_that_went_below_it_is_still_that_one() {
    var group = Path.of("/sys/fs/cgroup/user.slice/retinue.service");
    assertThat(Cgroups.ours(group)).isEqualTo(group);
    assertThat(Cgroups.ours(group.resolve("retinue-daemon/retinue-daemon"))).isEqualTo(group);
  }

  @Test
  void what_stood_in_the_place_of_missing_files_goes_even_if_we_were_killed() throws IOException {
    var workspace = Files.createDirectories(folder.resolve("work"));
    Files.writeString(workspace.resolve(".envrc"), "");
    var temporary = Files.createDirectories(folder.resolve("tmp"));
    var protection = Protection.of(workspace, temporary, new Protection.Covers());
    assertThat(workspace.resolve(".claude")).isDirectory();
    Files.writeString(workspace.resolve(".mcp.json"), "{}");

    Protection.uncover(protection.facts());

    try (var left = Files.list(workspace)) {
      assertThat(left.map(it -> it.getFileName().toString()))
          .containsExactlyInAnyOrder(".envrc", ".mcp.json");
    }
  }

  @Test
  @EndToEnd
  void what_hides_in_a_group_inside_of_ours_is_ended_too() throws Exception {
    var supervisor = new Supervisor(folder, System.getenv());
    var run = RunId.random(RunId.Prefix.AGENT, new SecureRandom());
    var grounds = new Grounds(folder, true, folder, List.of(), List.of(), null, true);
    var place = new Sandbox(supervisor, System.getenv()).place(run, 1, grounds, Allowance.ANY);
    var groups = place.facts().getOrDefault("cgroup", "");
    assumeTrue(!groups.isEmpty(), "no control group can be made here");
    var group = Path.of(groups.split(":", -1)[0]);
    var out = folder.resolve("out");
    Files.createFile(folder.resolve("in"));
    var child =
        supervisor.start(
            new Spawn(
                    run,
                    List.of(
                        "/bin/sh",
                        "-c",
                        // Told once it is what it is going to be, and not another program on its
                        // way.
                        """
                        mkdir %1$s/deep && echo $$ > %1$s/deep/cgroup.procs || exit
                        env -i setsid sleep 300 >/dev/null 2>&1 &
                        until [ "$(tr '\\0' ' ' < /proc/$!/cmdline)" = 'sleep 300 ' ]; do :; done
                        echo $!
                        """
                            .formatted(group)),
                    folder,
                    Map.of("PATH", "/usr/bin:/bin"),
                    new Spawn.Files(folder.resolve("in"), out, folder.resolve("err")),
                    Spawn.Limits.USUAL)
                .inside(place.enclosure()));
    assertThat(child.awaitExit(Duration.ofSeconds(30))).contains(0);
    var hidden = Path.of("/proc", Files.readString(out).strip(), "cmdline");
    assertThat(hidden).content().contains("sleep");

    assertThat(child.end(Signal.TERMINATE, Duration.ZERO)).isTrue();

    // Whoever has ended has none any more, even if nobody has looked after him yet.
    assertThat(Files.exists(hidden) ? Files.readString(hidden) : "").isEmpty();
    assertThat(group).doesNotExist();
  }
}
