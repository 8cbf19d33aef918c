package dev.retinue.toolset.spawner;

import static dev.retinue.testing.Writer.FIRST;
import static dev.retinue.toolset.spawner.SpawnScene.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.Writer;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever waits for a spawn sees what it writes.
final class WrittenSpawnTest {
  @TempDir private Path folder;

  @Test
  void progress_has_the_end_of_what_is_written_and_not_said_yet() throws Exception {
    try (var writer = new Writer();
        var scene =
            new SpawnScene(
                folder, Rules.of(Limits.DEFAULT), Manners.USUAL, writer.runtime(new TestClock()));
        var client = scene.client("2026-07-28")) {
      scene.staff().hire(writer.agent());
      var progress = new LinkedBlockingQueue<String>(1000);
      var answer =
          new FutureTask<>(
              () ->
                  client.callTool(
                      "spawn_agent",
                      order(Writer.NAME, Writer.message()),
                      it -> progress.add(String.valueOf(it.message()))));
      Thread.ofVirtual().start(answer);
      var told = progress.poll(30, TimeUnit.SECONDS);
      while (told != null && !told.contains(FIRST)) {
        told = progress.poll(30, TimeUnit.SECONDS);
      }
      assertThat(told).startsWith("writer running").endsWith(": " + FIRST);
      for (int i = 0; i < 10; i++) {
        writer.goOn();
      }
      assertThat(answer.get().isError()).as("%s", answer.get()).isFalse();
    }
  }
}
