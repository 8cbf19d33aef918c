package dev.retinue.store.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class MeasuredTest {
  private static Measured measured(int bytes, long most) {
    return new Measured(new ByteArrayInputStream(new byte[bytes]), most);
  }

  @Test
  void what_is_skipped_counts_as_what_is_read() throws IOException {
    try (var read = measured(20_000, 20_000);
        var skipped = measured(20_000, 20_000)) {
      read.readAllBytes();
      skipped.skipNBytes(19_999);
      assertThat(skipped.read()).isZero();
      assertThat(skipped.skip(1)).isZero();

      assertThat(skipped.piece("a")).isEqualTo(read.piece("a"));
    }
  }

  @Test
  void more_than_there_may_be_is_not_skipped_either() throws IOException {
    try (var skipped = measured(11, 10)) {
      assertThatThrownBy(() -> skipped.skipNBytes(11))
          .isInstanceOf(Measured.TooLongException.class);
    }
  }
}
