package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class TroubleTest {
  @Test
  void the_same_trouble_is_told_once_and_another_beside_it() {
    var told = new Told();
    var logger = Logger.getLogger("dev.retinue");
    logger.addHandler(told);
    try {
      for (int i = 0; i < 100; i++) {
        Trouble.note("TroubleTest goes on", new IllegalStateException("no. " + i));
      }
      Trouble.note("TroubleTest goes on elsewhere", new IllegalStateException("two\nlines"));
    } finally {
      logger.removeHandler(told);
    }

    assertThat(told.ofThisTest())
        .containsExactly(
            "TroubleTest goes on (java.lang.IllegalStateException: no. 0)",
            "TroubleTest goes on elsewhere (java.lang.IllegalStateException: two?lines)");
  }

  private static final class Told extends Handler {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord record) {
      lines.add(record.getMessage());
    }

    /// Others may have trouble at the same time.
    List<String> ofThisTest() {
      return lines.stream().filter(line -> line.startsWith("TroubleTest")).toList();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
