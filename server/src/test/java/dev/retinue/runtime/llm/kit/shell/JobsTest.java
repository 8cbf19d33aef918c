package dev.retinue.runtime.llm.kit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Confinement;
import dev.retinue.core.RetinueException;
import dev.retinue.process.Enclosure;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.llm.kit.file.Enclosed;
import dev.retinue.runtime.llm.kit.file.Scope;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands beside each other.
@EndToEnd
final class JobsTest {
  private static final int ASKED = Jobs.MOST_RUNNING + 10;

  @TempDir private Path folder;

  private Jobs jobs() throws IOException {
    var environment = Map.of("PATH", "/usr/bin:/bin");
    var real = folder.toRealPath();
    var house =
        new Shell.House(
            new Supervisor(real, environment),
            environment,
            (_, _, _) -> Enclosure.LIMITS,
            new Random(1));
    var own = Files.createDirectories(real.resolve("own"));
    var ground = new Shell.Ground(real, List.of());
    return new Jobs(
        new Shell(house, Enclosed.of(real, Scope.ALL), ground, own, Confinement.USUAL, environment),
        InstantSource.system());
  }

  /// A model may ask for all of them in one answer.
  @Test
  void those_who_are_started_at_once_are_not_more_either() throws Exception {
    try (var jobs = jobs();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new CountDownLatch(ASKED);
      Callable<Jobs.Job> start =
          () -> {
            all.countDown();
            all.await();
            return jobs.start("sleep 1000", folder.toRealPath());
          };
      var asked = new ArrayList<Future<Jobs.Job>>();
      for (int i = 0; i < ASKED; i++) {
        asked.add(threads.submit(start));
      }
      int begun = 0;
      for (var each : asked) {
        begun += isBegun(each) ? 1 : 0;
      }
      assertThat(begun).isEqualTo(Jobs.MOST_RUNNING);
    }
  }

  private static boolean isBegun(Future<Jobs.Job> asked) throws InterruptedException {
    try {
      return asked.get().isRunning();
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(RetinueException.class).hasMessageContaining("20 jobs");
      return false;
    }
  }
}
