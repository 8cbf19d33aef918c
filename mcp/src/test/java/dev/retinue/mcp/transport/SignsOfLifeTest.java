package dev.retinue.mcp.transport;

import dev.retinue.mcp.testing.Waiting;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// One thread looks after all streams, and none of them can end it.
final class SignsOfLifeTest {
  @Test
  void who_cannot_be_looked_after_harms_nobody_else() {
    var often = new CountDownLatch(5);
    try (var signs = new SignsOfLife(Duration.ofMillis(5))) {
      signs.add(
          _ -> {
            throw new IllegalStateException("on purpose");
          });
      signs.add(_ -> often.countDown());
      Waiting.until(often, "look at the other");
    }
  }
}
