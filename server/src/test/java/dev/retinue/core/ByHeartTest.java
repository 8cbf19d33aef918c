package dev.retinue.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ByHeartTest {
  @Test
  void that_there_are_more_than_it_knows_is_said_once() {
    var said = new AtomicInteger();
    var few = new ByHeart(2, said::incrementAndGet);
    few.know("the-first-1");
    few.know("the-second-2");
    few.know("the-first-1");
    few.know("short");
    assertThat(said).hasValue(0);

    few.know("the-third-3");
    few.know("the-fourth-4");

    assertThat(said).hasValue(1);
    assertThat(few.without("the-first-1, the-second-2, the-third-3"))
        .isEqualTo("***, ***, the-third-3");
  }
}
