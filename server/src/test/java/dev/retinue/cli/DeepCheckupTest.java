package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.store.sqlite.SqlScript;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each kind of damage is planted, and found as what it is.
final class DeepCheckupTest {
  private static final Caller OWNER = Caller.owner();

  @TempDir private Path data;

  @BeforeEach
  void live() throws Exception {
    try (var household = ServedHousehold.open(data)) {
      var staff = household.staff();
      var boss =
          staff
              .start(
                  OWNER,
                  StartRequest.of(
                      "player",
                      "spend 0.25\nstart mate: spend 0.5\nprint 1kb\ndeliver more\nawait\ncomplete done"))
              .id();
      staff.await(OWNER, boss, it -> it.ended() && !it.ending(), Duration.ofSeconds(30));
      assertThat(staff.require(OWNER, boss).state().word()).isEqualTo("completed");
    }
  }

  @Test
  void what_nobody_has_touched_is_well_stopped_and_alive() throws Exception {
    assertThat(findings()).allMatch(it -> it.level() == Finding.Level.OK).hasSize(6);
    try (var household = ServedHousehold.open(data)) {
      for (int i = 0; i < 5; i++) {
        household
            .staff()
            .start(
                OWNER,
                StartRequest.of(
                    "player", "spend 0.1\nprint 10kb\ndeliver a\ndeliver b\ncomplete done"));
        assertThat(findings()).allMatch(it -> it.level() == Finding.Level.OK);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE account SET cost = cost + 1 WHERE cost > 0|ledger|The account of run",
        "UPDATE account SET input_tokens = 7|ledger|The account of run",
        "DELETE FROM account|ledger|has no account",
        "UPDATE event SET body = replace(body, '500000000', '400000000') WHERE kind = 'spent'|ledger|The events of run",
        "UPDATE spend SET cost = 1|spending|cost more than stands in the spend book",
        "DELETE FROM spend|spending|cost more than stands in the spend book",
        "UPDATE run SET root = 'agent-aaaaaaaaaaaaaaaaaaaaaaaaaa' WHERE is_root = 0|lineage|is kept in the tree of",
        "UPDATE run SET sequence = sequence + 1|store|does not agree with its events",
        "UPDATE run SET open = 1|store|does not agree with its events",
        "UPDATE audit SET caller = 'bob' WHERE number = 2|audit|Entry 2 was changed",
        "DELETE FROM audit WHERE number = 2|audit|Entry 2 is missing",
        "INSERT INTO prompt (run, text) VALUES (4711, 'x')|store|refer to others that are not there"
      })
  void a_changed_row_is_found_as_what_it_is(String damage, String area, String sentence)
      throws Exception {
    SqlScript.make(
        data.resolve("retinue.db"),
        data.resolve("native"),
        "PRAGMA foreign_keys = OFF;\n" + damage + ";\n");
    assertFound(area, sentence);
  }

  @Test
  void a_parent_that_is_not_there_is_found() throws Exception {
    SqlScript.make(
        data.resolve("retinue.db"),
        data.resolve("native"),
        "PRAGMA foreign_keys = ON;\nDELETE FROM run WHERE is_root = 1;\n");
    var faults = faults();
    assertThat(faults).extracting(Finding::name).contains("lineage");
    assertThat(faults.toString()).contains("was started by run", "which is not there");
  }

  @Test
  void a_run_that_says_it_is_deeper_than_it_is_is_found() throws Exception {
    SqlScript.make(
        data.resolve("retinue.db"),
        data.resolve("native"),
        """
        UPDATE run SET commission = json_set(commission, '$.lineage.above',
          json_array(json_extract(commission, '$.lineage.above[0]'), json_extract(commission, '$.lineage.above[0]')))
        WHERE is_root = 0;
        """);
    assertThat(faults().toString()).contains("says that it is 2 deep");
  }

  @Test
  void a_blob_that_was_deleted_is_found() throws IOException {
    Files.delete(blobs().getFirst());
    assertFound("blobs", "its file is missing");
  }

  @Test
  void a_byte_that_was_changed_in_a_blob_is_found() throws IOException {
    var file = blobs().getFirst();
    try (var open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(open.length() - 12);
      int before = open.read();
      open.seek(open.length() - 12);
      open.write(before ^ 0xff);
    }
    assertFound("blobs", "");
  }

  @Test
  void files_that_belong_to_nobody_are_a_warning_after_a_day() throws IOException {
    var stray = RunId.random(RunId.Prefix.AGENT, new Random(3));
    var shard =
        blobs()
            .getFirst()
            .resolve("../../..")
            .normalize()
            .resolve(stray.text().substring(stray.text().length() - 2));
    Files.createDirectories(shard);
    var place = Files.createDirectories(shard.resolve(stray.text()));
    assertThat(faults()).isEmpty();
    Files.setLastModifiedTime(place, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
    var warned = findings().stream().filter(it -> it.level() == Finding.Level.WARN).toList();
    assertThat(warned).hasSize(1);
    assertThat(warned.getFirst().text()).contains(stray.text());
  }

  @Test
  void a_database_that_is_no_database_is_found() throws IOException {
    try (var open = new RandomAccessFile(data.resolve("retinue.db").toFile(), "rw")) {
      open.seek(4096 * 2L);
      open.write(new byte[4096 * 3]);
    }
    assertThat(faults()).isNotEmpty().allMatch(it -> it.name().equals("store"));
  }

  private void assertFound(String area, String sentence) {
    assertThat(faults())
        .isNotEmpty()
        .allSatisfy(
            it -> {
              assertThat(it.name()).isEqualTo(area);
              assertThat(it.text()).contains(sentence);
              assertThat(it.remedy()).isNotBlank();
            });
  }

  private List<Path> blobs() throws IOException {
    try (var files = Files.walk(data.resolve("blobs"))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private List<Finding> findings() {
    return new DeepCheckup(data).findings();
  }

  private List<Finding> faults() {
    return findings().stream().filter(it -> it.level() == Finding.Level.FAIL).toList();
  }
}
