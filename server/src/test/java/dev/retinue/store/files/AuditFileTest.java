package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.Deed;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.AuditLog;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditFileTest {
  @TempDir private Path folder;
  private TestData data;
  private AuditLog log;
  private Path file;

  @BeforeEach
  void open() {
    data = new TestData(folder.resolve("data"), new TestClock());
    log = data.runs().audit();
    file = folder.resolve("audit.jsonl");
  }

  @AfterEach
  void close() {
    data.close();
  }

  @Test
  void it_goes_on_where_it_ended_whoever_writes_it() throws IOException {
    note(3);
    assertThat(copy().catchUp()).isEqualTo(3);
    note(2);
    var again = copy();
    assertThat(again.catchUp()).isEqualTo(2);
    assertThat(again.catchUp()).isZero();
    assertThat(numbers(file)).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void what_a_killed_process_left_of_a_line_is_written_anew() throws IOException {
    note(2);
    copy().catchUp();
    Files.writeString(file, "{\"number\":3,\"at\":\"20", StandardOpenOption.APPEND);
    note(2);
    copy().catchUp();
    assertThat(numbers(file)).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void one_that_is_large_is_put_aside_and_nothing_is_lost() throws IOException {
    note(2);
    var copy = new AuditFile(log, file, 100);
    copy.catchUp();
    note(1);
    copy.catchUp();
    assertThat(numbers(folder.resolve("audit.jsonl.1"))).containsExactly(1L, 2L);
    assertThat(numbers(file)).containsExactly(3L);
    assertThat(copy().catchUp()).isZero();
  }

  private AuditFile copy() {
    return new AuditFile(log, file, 1 << 20);
  }

  private void note(int count) {
    for (int i = 0; i < count; i++) {
      log.append(new Deed(Caller.owner(), Action.HOUSE_START, Subject.HOUSE, TestClock.NOON));
    }
  }

  private static List<Long> numbers(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> AuditLine.read(line).orElseThrow().entry().number())
        .toList();
  }
}
