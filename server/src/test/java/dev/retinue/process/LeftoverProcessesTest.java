package dev.retinue.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EndToEnd
final class LeftoverProcessesTest {
  /// Starts one that leaves its parent, its session and its terminal, and names it.
  private static final String DAEMONISE = "setsid sh -c 'sleep 300 & echo $!' ; exec sleep 300";

  @TempDir private Path data;

  @BeforeEach
  void onlyOnLinux() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no /proc here");
  }

  @Test
  void what_carries_the_mark_of_this_directory_is_ended_with_all_that_it_started()
      throws Exception {
    var child = sleeping(data);
    long daemonised = Long.parseLong(child.awaitOutput(Pattern.compile("(\\d+)\n")).group(1));
    assertThat(ProcessHandle.of(daemonised)).isPresent();

    new LeftoverProcesses(data).reap(List.of());

    assertThat(child.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(Marked.all(data).find()).isEmpty();
    // Nobody but the first process of the system looks after it, sooner or later.
    assertThat(Stat.of(daemonised).map(Stat::state).orElse('Z')).isIn('Z', 'X');
  }

  @Test
  void what_belongs_to_another_directory_is_left_alone() {
    var other = sleeping(data.resolveSibling(data.getFileName() + "-other"));
    other.awaitOutput(Pattern.compile("\\d+\n"));
    try {
      new LeftoverProcesses(data).reap(List.of());

      assertThat(other.process().isAlive()).isTrue();
    } finally {
      new LeftoverProcesses(data.resolveSibling(data.getFileName() + "-other")).reap(List.of());
    }
  }

  @Test
  void what_only_has_the_directory_in_its_environment_is_left_alone() {
    var editor =
        Program.of("sh", "-c", DAEMONISE)
            .with(LeftoverProcesses.MARK, data)
            .within(Duration.ofMinutes(2))
            .start();
    long other = Long.parseLong(editor.awaitOutput(Pattern.compile("(\\d+)\n")).group(1));
    try {
      new LeftoverProcesses(data).reap(List.of());

      assertThat(editor.process().isAlive()).isTrue();
    } finally {
      ProcessHandle.of(other).ifPresent(ProcessHandle::destroyForcibly);
      editor.process().destroyForcibly();
    }
  }

  @Test
  void who_shares_a_group_with_what_is_left_is_not_ended_with_it() {
    var editor =
        Program.of(
                "setsid",
                "sh",
                "-c",
                "%s='%s' %s=agent-of-a-former-daemon sleep 300 & echo $!; wait; exec sleep 300"
                    .formatted(LeftoverProcesses.MARK, data, LeftoverProcesses.RUN))
            .within(Duration.ofMinutes(2))
            .start();
    long left = Long.parseLong(editor.awaitOutput(Pattern.compile("(\\d+)\n")).group(1));
    try {
      new LeftoverProcesses(data).reap(List.of());

      assertThat(Stat.of(left).map(Stat::state).orElse('Z')).isIn('Z', 'X');
      assertThat(editor.process().isAlive()).isTrue();
    } finally {
      editor.process().destroyForcibly();
    }
  }

  private static Program.Running sleeping(Path dataDirectory) {
    return Program.of("sh", "-c", DAEMONISE)
        .with(LeftoverProcesses.MARK, dataDirectory)
        .with(LeftoverProcesses.RUN, "agent-of-a-former-daemon")
        .within(Duration.ofMinutes(2))
        .start();
  }
}
