package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EndToEnd
class ShellsTest {
  @TempDir static Path folder;
  private static Installation installation;

  @BeforeAll
  static void install() {
    installation = Installation.in(folder, "retinue").warmed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "dash", "bash", "bash --posix", "busybox sh"})
  void every_shell_can_run_the_launcher(String shell) {
    var command = new ArrayList<Object>(List.of(shell.split(" ", -1)));
    assumeTrue(
        Program.find(command.getFirst().toString()).isPresent(), shell + " is not installed");
    command.addAll(List.of(installation.launcher(), "mcp"));
    var start =
        Program.of(command.toArray())
            .with("PATH", System.getenv("PATH"))
            .with("JAVA_HOME", Repository.JDK);
    var classes = Classes.loadedBy(start, folder.resolve("log"));
    assertThat(classes.fromCache("dev.retinue.Main")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"retinue", "verify", ".ci/run", "bench/run"})
  void shellcheck_has_nothing_to_say_about(String script) {
    var shellcheck = Program.find("shellcheck");
    assumeTrue(shellcheck.isPresent(), "shellcheck is not installed");
    var ended = Program.of(shellcheck.get(), Repository.ROOT.resolve(script)).run();
    assertThat(ended.out()).isEmpty();
    assertThat(ended.exitCode()).isZero();
  }
}
