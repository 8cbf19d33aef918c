package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.store.sqlite.SqlScript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An inspection that finds nothing says something only if it would have found it.
final class InspectionTest {
  @TempDir Path folder;
  private Driver driver;

  @BeforeEach
  void work() throws Exception {
    driver = Driver.in(folder);
    CrashDriver.main(new String[] {folder.toString(), "one-by-one", "1"});
  }

  @Test
  void what_nobody_has_touched_is_whole() throws IOException {
    assertThat(problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM event WHERE run = 2; DELETE FROM run WHERE number = 2",
        "DELETE FROM event WHERE position = 5",
        "DELETE FROM event WHERE kind = 'spent' AND run = 2",
        "UPDATE event SET sequence = sequence + 100 WHERE position = 5",
        "UPDATE event SET body = replace(body, 'CLAIMED', 'VERIFIED') WHERE kind = 'completed'",
        "UPDATE event SET kind = 'thought' WHERE kind = 'said'",
        "UPDATE run SET progress = replace(progress, 'CLAIMED', 'VERIFIED')",
        "UPDATE run SET state = 'running' WHERE number = 2",
        "UPDATE run SET open = 1 WHERE number = 2",
        "UPDATE run SET sequence = sequence - 1 WHERE number = 2",
        "UPDATE account SET cost = cost + 1",
        "UPDATE account SET runs = runs + 1",
        "DELETE FROM account",
        "UPDATE spend SET cost = cost + 1",
        "UPDATE spend SET runs = runs + 1",
        "INSERT INTO promise VALUES ('owner', 5) ON CONFLICT (caller) DO UPDATE SET cost = cost + 5",
        "DELETE FROM run WHERE number = 2",
      })
  void what_was_changed_behind_its_back_is_found(String change) throws Exception {
    var file = driver.data().resolve("retinue.db");
    SqlScript.make(file, driver.data().resolve("native"), change);
    assertThat(problems()).isNotEmpty();
  }

  @Test
  void an_acknowledgement_without_a_record_is_found() throws IOException {
    var acknowledgements = new Acknowledgements(driver.acknowledgements());
    var run = CrashDriver.ids(1, 2).getLast();
    acknowledgements.say("spent", run, 4711);
    acknowledgements.say("delivered", run, "a piece that nobody wrote");
    acknowledgements.say("ended", run, "as nobody has seen it");
    acknowledgements.say("taken", run, 1);
    acknowledgements.say("start", CrashDriver.ids(2, 1).getFirst(), "-");
    assertThat(problems()).hasSize(5);
  }

  private List<String> problems() throws IOException {
    try (var remains = new Remains(driver.data())) {
      var inspection = new Inspection(remains);
      inspection.inspectDatabase();
      inspection.inspectAll();
      new Claims(inspection).inspect(driver.acknowledged());
      return inspection.problems();
    }
  }
}
