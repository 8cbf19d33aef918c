package dev.retinue.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import dev.retinue.testing.EndToEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EndToEnd
class ChildProcessTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path folder;

  @Test
  void it_answers_with_the_exit_code_and_leaves_all_output_in_the_file() throws Exception {
    var output = folder.resolve("output");
    var command = List.of("sh", "-c", "echo said; echo complained >&2; exit 3");
    assertThat(ChildProcess.run(command, output, LIMIT)).isEqualTo(3);
    assertThat(output).hasContent("said\ncomplained\n");
  }

  @Test
  void its_standard_input_is_empty() throws Exception {
    var output = folder.resolve("output");
    assertThat(ChildProcess.run(List.of("cat"), output, LIMIT)).isZero();
    assertThat(output).isEmptyFile();
  }

  @Test
  void at_the_limit_it_and_its_own_children_are_killed() throws Exception {
    var pids = folder.resolve("pids");
    var command = List.of("sh", "-c", "sleep 600 & echo $$ $! >\"$0\"; wait", pids.toString());
    assertThatThrownBy(
            () -> ChildProcess.run(command, folder.resolve("output"), Duration.ofSeconds(2)))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("did not finish within 2 seconds");
    for (var pid : Files.readString(pids).strip().split(" ", -1)) {
      var process = ProcessHandle.of(Long.parseLong(pid));
      if (process.isPresent()) {
        process.get().onExit().get(10, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void a_program_that_is_not_there_is_named() {
    var command = List.of("/nowhere/to/be/found");
    assertThatThrownBy(() -> ChildProcess.run(command, folder.resolve("output"), LIMIT))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("/nowhere/to/be/found cannot be run");
  }
}
