package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class KilledBuildTest {
  private static final int KILLS = 20;
  private static final int LONGEST_MILLIS = 12_000;

  @TempDir Path folder;

  @Test
  void a_build_killed_at_any_moment_leaves_a_clone_that_the_next_start_can_build()
      throws Exception {
    var clone = Clone.in(folder.resolve("clone"));
    var random = new Random(20);
    for (int i = 0; i < KILLS; i++) {
      var start = clone.retinue("--version").start();
      start.process().waitFor(random.nextInt(LONGEST_MILLIS), TimeUnit.MILLISECONDS);
      start.kill();
      start.process().waitFor();
      if (Files.exists(clone.folder().resolve("build/current"))) {
        Files.delete(clone.folder().resolve("build/current"));
      }
    }
    assertThat(clone.retinue("--version").run().out()).startsWith("retinue 0.");
    try (var left = Files.newDirectoryStream(clone.folder().resolve("build"), "draft*")) {
      assertThat(left).isEmpty();
    }
    assertThat(Classes.loadedBy(clone.retinue("mcp"), folder.resolve("log")))
        .satisfies(classes -> assertThat(classes.fromCache("dev.retinue.Main")).isTrue());
  }
}
