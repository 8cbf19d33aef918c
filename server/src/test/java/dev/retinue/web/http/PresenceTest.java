package dev.retinue.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Who is inside, and how he goes.
final class PresenceTest {
  private final Presence presence = new Presence();

  @Test
  void who_was_woken_leaves_without_an_interrupt() throws Exception {
    var inside = new CountDownLatch(1);
    var left = new CompletableFuture<Boolean>();
    Thread.ofVirtual()
        .start(
            () -> {
              boolean woken = false;
              presence.enter();
              inside.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                woken = true;
                Thread.currentThread().interrupt();
              }
              presence.leave();
              left.complete(woken && !Thread.currentThread().isInterrupted());
            });
    inside.await();
    presence.shut();
    presence.interruptAll();
    assertThat(left.get(30, TimeUnit.SECONDS)).isTrue();
    presence.awaitEmpty(Duration.ofSeconds(30));
    assertThat(presence.enter()).isFalse();
  }
}
