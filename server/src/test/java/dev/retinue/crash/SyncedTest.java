package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.store.SqlRunStore;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/// A kill cannot show a write that is still in memory, but the calls to the system can.
@EndToEnd
final class SyncedTest {
  @TempDir Path folder;

  @Test
  void everything_is_on_disk_before_it_is_acknowledged(TestReporter reporter) throws IOException {
    var calls = watch(Driver.in(folder), "one-by-one");
    assertThat(calls.tooEarly()).isEmpty();
    assertThat(calls.acknowledged()).isGreaterThan(30);
    reporter.publishEntry("acknowledged", Integer.toString(calls.acknowledged()));
    reporter.publishEntry("syncs", Integer.toString(calls.syncs()));
  }

  /// Otherwise the test above would prove nothing.
  @Test
  void a_database_that_does_not_wait_for_the_disk_is_found_out() throws IOException {
    var driver = Driver.in(folder);
    assertThat(driver.program("one-by-one", 1).run().err()).isEmpty();
    var classes = Files.createDirectories(folder.resolve("classes"));
    var step = "lax/V%d.sql".formatted(SqlRunStore.migrations().latest() + 1);
    var script = classes.resolve("dev/retinue/crash").resolve(step);
    Files.createDirectories(script.getParent());
    // Not inside a transaction, where it would not be allowed.
    Files.writeString(script, "COMMIT; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE;");
    var calls = watch(driver.withClasses(classes), "lax");
    assertThat(calls.acknowledged()).isGreaterThan(30);
    assertThat(calls.tooEarly())
        .hasSizeGreaterThan(20)
        .allMatch(it -> it.contains("retinue.db-wal"));
  }

  private static Calls watch(Driver driver, String what) throws IOException {
    var strace = Program.find("strace");
    assumeTrue(strace.isPresent(), "strace is not installed");
    var log = driver.folder().resolve("calls");
    var words = new ArrayList<>(List.of(strace.orElseThrow().toString()));
    words.addAll(Calls.OPTIONS);
    words.addAll(List.of("-o", log.toString()));
    var ended = driver.by(words).program(what, 7).run();
    assertThat(ended.err()).isEmpty();
    assertThat(driver.acknowledged().getLast().kind()).isEqualTo("done");
    return Calls.in(log);
  }
}
