package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Slow;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Nothing that was acknowledged is lost, whenever the process is killed.
final class KilledTest {
  @TempDir Path folder;
  private final Random random = new Random();

  @Test
  @EndToEnd
  void nothing_is_lost_in_15_kills(TestReporter reporter) throws Exception {
    nothingIsLostIn(15, reporter);
  }

  @Test
  @Slow
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void nothing_is_lost_in_200_kills(TestReporter reporter) throws Exception {
    nothingIsLostIn(200, reporter);
  }

  /// The data go on from kill to kill, so that every start is a recovery.
  private void nothingIsLostIn(int kills, TestReporter reporter) throws Exception {
    long seed = random.nextInt(1 << 20);
    reporter.publishEntry("seed", Long.toString(seed));
    random.setSeed(seed);
    var driver = Driver.in(folder);
    var audit = new Audit(driver.data());
    for (int kill = 1; kill <= kills; kill++) {
      killOnce(driver, kill);
      assertThat(audit.inspectNew(driver.acknowledged()))
          .as("kill %d of seed %d".formatted(kill, seed))
          .isEmpty();
      if (random.nextInt(3) == 0) {
        assertThat(Awakening.problemsIn(driver.data())).isEmpty();
      }
    }
    var acknowledged = driver.acknowledged();
    assertThat(audit.inspectAll(acknowledged)).isEmpty();
    reporter.publishEntry("acknowledged", Integer.toString(acknowledged.size()));
    reporter.publishEntry("runs", Integer.toString(audit.runs()));
    assertThat(acknowledged).hasSizeGreaterThan(kills);
  }

  /// Sometimes while it starts and recovers, mostly when it has said a little.
  private void killOnce(Driver driver, int seed) throws InterruptedException {
    long said = driver.said();
    var running = driver.program("crowd", seed).start();
    long begun = System.nanoTime();
    try {
      if (said > 0 && random.nextInt(4) == 0) {
        long nanos = random.nextLong(1_000_000_000);
        Driver.await(running, () -> System.nanoTime() - begun > nanos);
      } else {
        long more = random.nextInt(10_000);
        Driver.await(running, () -> driver.said() > said + more);
      }
      assertThat(running.process().isAlive()).isTrue();
    } finally {
      running.process().destroyForcibly();
    }
    assertThat(Driver.kill(running).err()).isEmpty();
  }
}
