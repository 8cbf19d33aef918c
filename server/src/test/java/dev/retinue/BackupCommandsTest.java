package dev.retinue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.fleet.QueuedTasks;
import dev.retinue.core.fleet.SentTasks;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.files.QueuedTaskFiles;
import dev.retinue.store.files.SentTaskFiles;
import dev.retinue.testing.ZipText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupCommandsTest {
  private static final String WORK =
      """
      say hello
      spend 0.001 in 10 out 5
      print 3kb
      deliver a result
      deliver and more
      complete done
      """;

  @TempDir Path temporary;
  private Path data = Path.of("");
  private Path zip = Path.of("");

  @BeforeEach
  void choose() {
    data = temporary.resolve("data");
    zip = temporary.resolve("backup.zip");
  }

  @Test
  void what_was_acknowledged_before_a_live_backup_began_comes_back_as_it_was() throws Exception {
    var acknowledged = new ConcurrentHashMap<RunId, Run>();
    var texts = new HashMap<RunId, String>();
    Map<RunId, Run> before;
    try (var daemon = TestHousehold.in(data)) {
      var hanging = daemon.start("say I hang\nhang");
      var mortal = daemon.start("resumable: no\nsay I do not survive\nhang");
      daemon.await(hanging.id(), run -> "I hang".equals(run.dossier().recentOutput()));
      daemon.await(mortal.id(), run -> run.dossier().recentOutput() != null);
      var enough = new CountDownLatch(20);
      var over = new AtomicBoolean();
      try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 8; i++) {
          crowd.execute(
              () -> {
                while (!over.get()) {
                  var run = daemon.play(WORK);
                  acknowledged.put(run.id(), run);
                  enough.countDown();
                }
              });
        }
        enough.await();
        before = Map.copyOf(acknowledged);
        Answer.to("backup", zip, "--data", data).ok();
        over.set(true);
      }
      for (var run : before.values()) {
        texts.put(run.id(), daemon.text(run.dossier().payload()));
      }

      var elsewhere = temporary.resolve("elsewhere");
      assertThat(Answer.to("restore", zip, "--data", elsewhere).ok()).contains("Restored ");
      try (var restored = TestHousehold.in(elsewhere)) {
        for (var run : before.values()) {
          assertThat(restored.run(run.id())).isEqualTo(run);
          assertThat(restored.text(run.dossier().payload()))
              .isEqualTo("a result\nand more\n")
              .isEqualTo(texts.get(run.id()));
          assertThat(restored.text(run.dossier().output())).hasSize(3 << 10);
        }
        assertThat(restored.household().recovered().resumed()).isPositive();
        assertThat(restored.run(mortal.id()).state()).isInstanceOf(State.Failed.class);
        assertThat(restored.await(hanging.id(), run -> run.state() instanceof State.Running))
            .isNotNull();
        requireLedgerAddsUp(elsewhere, before.size());
      }
    }
  }

  @Test
  void what_agents_of_the_fleet_were_told_comes_back_and_what_waits_for_them_does_not() {
    try (var daemon = TestHousehold.in(data)) {
      daemon.play(WORK);
    }
    var told = new SentTasks.Sent("workspace", "Do it; \"now\".\n", Instant.EPOCH);
    new SentTaskFiles(new DataFolder(data).fleet()).add(told);
    new QueuedTaskFiles(new DataFolder(data).fleetQueue())
        .add(new QueuedTasks.Queued("1", "lab", "workspace", "Then this.", Instant.EPOCH, null));
    Answer.to("backup", zip, "--data", data).ok();

    var elsewhere = temporary.resolve("elsewhere");
    new SentTaskFiles(new DataFolder(elsewhere).fleet())
        .add(new SentTasks.Sent("another", "Old.", Instant.EPOCH));
    Answer.to("restore", zip, "--data", elsewhere).ok();
    var restored = new SentTaskFiles(new DataFolder(elsewhere).fleet());
    assertThat(restored.of("workspace")).containsExactly(told);
    assertThat(restored.of("another")).isEmpty();
    assertThat(new QueuedTaskFiles(new DataFolder(elsewhere).fleetQueue()).all("lab")).isEmpty();
  }

  /// Every account holds what the runs of its tree have used, to the last token.
  private static void requireLedgerAddsUp(Path place, int atLeast) throws Exception {
    long accounts = 0;
    try (var file = DriverManager.getConnection("jdbc:sqlite:" + place.resolve("retinue.db"));
        var sql = file.createStatement();
        var rows =
            sql.executeQuery(
                """
                SELECT account.cost, account.input_tokens, account.turns,
                  (SELECT total(json_extract(progress, '$.dossier.usage.cost')) FROM run WHERE root = holder),
                  (SELECT total(json_extract(progress, '$.dossier.usage.inputTokens')) FROM run WHERE root = holder),
                  (SELECT total(json_extract(progress, '$.dossier.usage.turns')) FROM run WHERE root = holder)
                FROM account""")) {
      while (rows.next()) {
        accounts++;
        for (int i = 1; i <= 3; i++) {
          assertThat(rows.getLong(i)).isEqualTo(rows.getLong(i + 3));
        }
      }
    }
    assertThat(accounts).isGreaterThanOrEqualTo(atLeast);
  }

  @Test
  void nobody_else_can_read_it_and_no_secret_is_in_it() throws IOException {
    String token;
    String owner;
    byte[] key;
    try (var daemon = TestHousehold.in(data)) {
      token = Answer.to("token", "create", "anna", "--data", data).ok().strip();
      owner = Files.readString(data.resolve("token")).strip();
      key = Files.readAllBytes(data.resolve("key"));
      daemon.play(WORK);
      Answer.to("backup", zip, "--data", data).ok();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(zip)))
        .isEqualTo("rw-------");
    var entries = ZipText.read(zip);
    assertThat(entries.keySet().stream().filter(name -> !name.startsWith("blobs/")))
        .containsExactlyInAnyOrder("manifest.json", "blobs.txt", "fleet.txt", "retinue.db");
    for (var bytes : entries.values()) {
      assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
          .doesNotContain(token)
          .doesNotContain(owner)
          .doesNotContain(new String(key, StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void the_answer_and_the_manifest_say_what_is_in_it() {
    try (var daemon = TestHousehold.in(data)) {
      daemon.play(WORK);
      daemon.play("say nothing much");
    }
    var answer = Answer.to("backup", zip, "--json", "--data", data).json();
    assertThat(answer.path("file").asString()).isEqualTo(zip.toString());
    assertThat(answer.path("bytes").asLong()).isEqualTo(zip.toFile().length());
    assertThat(answer.path("runs").asLong()).isEqualTo(2);
    assertThat(answer.path("blobs").asLong()).isEqualTo(2);
    assertThat(answer.path("missing")).isEmpty();

    var manifest = ZipText.manifest(zip);
    assertThat(manifest.path("format").asInt()).isEqualTo(2);
    assertThat(manifest.at("/origin/schema").asInt()).isEqualTo(SqlRunStore.migrations().latest());
    assertThat(manifest.at("/origin/retinue").asString()).isNotBlank();
    assertThat(manifest.at("/counts/records/runs").asInt()).isEqualTo(2);
    assertThat(manifest.at("/database/sha256").asString()).matches("[0-9a-f]{64}");
  }

  @Test
  void a_blob_that_was_removed_meanwhile_is_named_and_the_rest_comes_back() throws IOException {
    Run gone;
    Run kept;
    try (var daemon = TestHousehold.in(data)) {
      gone = daemon.play(WORK);
      kept = daemon.play(WORK);
      Files.delete(daemon.file(Objects.requireNonNull(gone.dossier().payload())));
      Files.write(daemon.file(Objects.requireNonNull(gone.dossier().output())), new byte[3]);
    }
    var payload = Objects.requireNonNull(gone.dossier().payload()).file();
    var output = Objects.requireNonNull(gone.dossier().output()).file();
    var answer = Answer.to("backup", zip, "--data", data);
    assertThat(answer.ok()).contains("Backed up 2 runs").contains(" 2 blobs ");
    assertThat(answer.err())
        .contains("Not in it: %s (it was removed meanwhile)\n".formatted(payload))
        .contains("Not in it: %s (The blob %s is damaged: it has 3 of ".formatted(output, output));
    assertThat(ZipText.manifest(zip).path("missing")).hasSize(2);

    var elsewhere = temporary.resolve("elsewhere");
    var restore = Answer.to("restore", zip, "--json", "--data", elsewhere).json();
    assertThat(restore.path("missing")).hasSize(2);
    try (var restored = TestHousehold.in(elsewhere)) {
      assertThat(restored.run(gone.id())).isEqualTo(gone);
      assertThat(restored.text(kept.dossier().payload())).isEqualTo("a result\nand more\n");
    }
  }

  @Test
  void what_a_blob_has_beyond_its_record_is_not_backed_up() throws IOException {
    Run run;
    try (var daemon = TestHousehold.in(data)) {
      run = daemon.play(WORK);
      var file = daemon.file(Objects.requireNonNull(run.dossier().payload()));
      Files.write(file, new byte[1000], StandardOpenOption.APPEND);
      Answer.to("backup", zip, "--data", data).ok();
    }
    var payload = Objects.requireNonNull(run.dossier().payload());
    assertThat(ZipText.read(zip).get("blobs/" + payload.file()))
        .hasSize(Math.toIntExact(payload.storedBytes()));
  }

  @Test
  void a_file_that_is_there_is_replaced_only_by_force() throws IOException {
    TestHousehold.in(data).close();
    Files.writeString(zip, "precious");
    var refused = Answer.to("backup", zip, "--data", data);
    assertThat(refused.exitCode()).isOne();
    assertThat(refused.err()).contains("There is a file " + zip + " already").contains("--force");
    assertThat(zip).hasContent("precious");

    Answer.to("backup", "--force", zip, "--data", data).ok();
    assertThat(ZipText.read(zip)).containsKey("manifest.json");
    assertThat(names(temporary)).containsExactlyInAnyOrder("data", "backup.zip");
  }

  @Test
  void what_cannot_be_backed_up_is_refused_and_leaves_nothing() throws IOException {
    var nothing = Answer.to("backup", zip, "--data", data);
    assertThat(nothing.exitCode()).isOne();
    assertThat(nothing.err()).contains("There is nothing to back up in ");

    TestHousehold.in(data).close();
    refuse(data.resolve("retinue.db"), "is in the data directory");
    refuse(data.resolve("blobs/x.zip"), "is in the data directory");
    refuse(temporary, "is a folder; name a file in it");
    refuse(temporary.resolve("none/x.zip"), "There is no folder ");
    assertThat(names(temporary)).containsExactly("data");

    Files.writeString(data.resolve("retinue.db"), "not a database at all".repeat(100));
    refuse(zip, "could not be copied");
    assertThat(names(temporary)).containsExactly("data");
  }

  private void refuse(Path target, String sentence) {
    var answer = Answer.to("backup", target, "--force", "--data", data);
    assertThat(answer.exitCode()).as(answer.toString()).isPositive();
    assertThat(answer.err()).startsWith("retinue: ").contains(sentence);
  }

  private static List<String> names(Path folder) throws IOException {
    var names = new ArrayList<String>();
    try (var files = Files.newDirectoryStream(folder)) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    }
    return names;
  }
}
