package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That benchmarks run; how fast anything is, only a benchmark tells.
@EndToEnd
class BenchTest {
  @TempDir Path folder;

  @Test
  void a_benchmark_prints_a_table_of_ratios_and_nothing_else_on_stdout() {
    var clone = Clone.in(folder.resolve("a clone"));
    var ended = clone.script("bench/run", "startup", "--rounds", "1").run();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out())
        .startsWith("## Start-up\n")
        .contains("- CPU: ", "- JDK: 25", "| competitor | median |")
        .containsPattern("\\| retinue --version \\| [0-9.]+ \\|")
        .doesNotContain(folder.toString());
  }

  @Test
  void without_a_name_it_lists_them_and_an_unknown_one_is_refused() {
    var clone = Clone.in(folder.resolve("a clone"));
    assertThat(clone.script("bench/run").run().out())
        .startsWith("Usage: bench/run")
        .contains("startup");
    var unknown = clone.script("bench/run", "teleport").run();
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no benchmark 'teleport'");
  }
}
