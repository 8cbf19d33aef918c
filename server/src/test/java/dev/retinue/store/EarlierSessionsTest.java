package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Session;
import org.junit.jupiter.api.Test;

final class EarlierSessionsTest {
  @Test
  void a_fork_is_read_that_was_written_before_messages_were_counted() {
    var fork = Stored.JSON.readValue("{\"session\":\"s\"}", Session.Fork.class);
    assertThat(fork).isEqualTo(new Session.Fork("s", null, 0, null));
  }
}
