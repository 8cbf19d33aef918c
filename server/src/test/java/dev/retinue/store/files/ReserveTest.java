package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ReserveTest {
  private long free = 1L << 30;
  private long now = Long.MAX_VALUE;
  private int looks;
  private final Reserve reserve =
      new Reserve(
          Path.of("/data"),
          Reserve.DEFAULT_BYTES,
          () -> {
            looks++;
            return free;
          },
          () -> now);

  @Test
  void with_room_nothing_is_refused() {
    reserve.require();
    free = Reserve.DEFAULT_BYTES;
    later();
    reserve.require();
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void without_room_the_refusal_says_how_much_is_missing_and_ends_by_itself() {
    free = 12 << 20;
    assertRefused(
        "The disk that holds /data has only 12 MB left, and Retinue keeps 64 MB in reserve;");
    free = 10_000;
    assertRefused("has only 12 MB left");
    later();
    assertRefused("has only 9 kB left");
    free = 1 << 30;
    later();
    reserve.require();
  }

  @Test
  void the_disk_is_looked_at_once_a_second_at_most() {
    for (int i = 0; i < 1000; i++) {
      reserve.require();
    }
    assertThat(looks).isEqualTo(1);
    later(); // Over the end of the numbers of this clock.
    for (int i = 0; i < 1000; i++) {
      reserve.require();
    }
    assertThat(looks).isEqualTo(2);
  }

  private void later() {
    now += TimeUnit.SECONDS.toNanos(1);
  }

  private void assertRefused(String why) {
    assertThatThrownBy(reserve::require)
        .isInstanceOfSatisfying(
            RetinueException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
        .hasMessageContaining(why);
  }
}
