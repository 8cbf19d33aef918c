package dev.retinue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoreCommandTest {
  @TempDir Path temporary;
  private Path data = Path.of("");
  private Path zip = Path.of("");

  @BeforeEach
  void choose() {
    data = temporary.resolve("data");
    zip = temporary.resolve("backup.zip");
  }

  @Test
  void a_store_that_is_there_is_moved_aside_only_by_force_and_never_lost() {
    Run backedUp;
    Run later;
    try (var daemon = TestHousehold.in(data)) {
      backedUp = daemon.play("deliver one\ncomplete done");
      Answer.to("backup", zip, "--data", data).ok();
      later = daemon.play("deliver two\ncomplete done");
    }
    var refused = Answer.to("restore", zip, "--data", data);
    assertThat(refused.exitCode()).isOne();
    assertThat(refused.err()).contains("There is a store in " + data).contains("--force");

    var answer = Answer.to("restore", zip, "--force", "--json", "--data", data).json();
    var aside = Path.of(answer.path("replaced").asString());
    assertThat(aside).hasParent(data);
    try (var restored = TestHousehold.in(data)) {
      assertThat(restored.run(backedUp.id())).isEqualTo(backedUp);
      assertThat(restored.text(backedUp.dossier().payload())).isEqualTo("one\n");
      assertThat(restored.household().staff().find(Caller.owner(), later.id())).isEmpty();
    }
    // What was moved aside is a store of its own.
    try (var old = TestHousehold.in(aside)) {
      assertThat(old.run(later.id())).isEqualTo(later);
      assertThat(old.text(later.dossier().payload())).isEqualTo("two\n");
    }
  }

  @Test
  void the_owners_token_of_the_folder_goes_on_to_count() throws IOException {
    TestHousehold.in(data).close();
    Answer.to("backup", zip, "--data", data).ok();
    var elsewhere = temporary.resolve("elsewhere");
    TestHousehold.in(elsewhere).close();
    var token = Files.readString(elsewhere.resolve("token")).strip();
    Answer.to("restore", zip, "--force", "--data", elsewhere).ok();
    try (var restored = TestHousehold.in(elsewhere)) {
      assertThat(restored.household().callers().authenticate(token)).isPresent();
      var former = Files.readString(data.resolve("token")).strip();
      assertThat(restored.household().callers().authenticate(former)).isEmpty();
    }
  }

  @Test
  void a_running_daemon_is_not_disturbed() {
    try (var daemon = TestHousehold.in(data)) {
      var run = daemon.play("complete done");
      Answer.to("backup", zip, "--data", data).ok();
      var refused = Answer.to("restore", zip, "--force", "--data", data);
      assertThat(refused.exitCode()).isOne();
      assertThat(refused.err()).contains("is in use by Retinue process");
      assertThat(daemon.run(run.id())).isEqualTo(run);
    }
  }

  @Test
  void somebody_who_looks_into_the_old_store_is_waited_for_and_then_not_disturbed()
      throws Exception {
    TestHousehold.in(data).close();
    Answer.to("backup", zip, "--data", data).ok();
    var folder = DataFolder.visit(data, "1.2.3", InstantSource.system());
    try (var visitor =
        SqliteDatabase.open(
            folder.database(), folder.libraries(), SqlRunStore.migrations(), () -> {})) {
      var looking = new CountDownLatch(1);
      var enough = new CountDownLatch(1);
      var reader =
          Thread.startVirtualThread(
              () ->
                  visitor.read(
                      sql -> {
                        looking.countDown();
                        return await(enough);
                      }));
      looking.await();
      var refused = Answer.to("restore", zip, "--force", "--data", data);
      enough.countDown();
      reader.join();
      assertThat(refused.exitCode()).isOne();
      assertThat(refused.err()).contains("Another program holds the lock of ");
      int changed =
          visitor.change(sql -> sql.prepare("UPDATE credential SET scope = scope").executeUpdate());
      assertThat(changed).isOne();
    }
    Answer.to("restore", zip, "--force", "--data", data).ok();
  }

  @Test
  void a_damaged_store_is_moved_aside_as_it_is() throws IOException {
    try (var daemon = TestHousehold.in(data)) {
      daemon.play("deliver one\ncomplete done");
      Answer.to("backup", zip, "--data", data).ok();
    }
    var rubbish = "rubbish".repeat(1000);
    Files.writeString(data.resolve("retinue.db"), rubbish);
    var answer = Answer.to("restore", zip, "--force", "--json", "--data", data).json();
    assertThat(Path.of(answer.path("replaced").asString(), "retinue.db")).hasContent(rubbish);
    TestHousehold.in(data).close();
  }

  @Test
  void there_must_be_something_to_restore() {
    var answer = Answer.to("restore", zip, "--data", data);
    assertThat(answer.exitCode()).isOne();
    assertThat(answer.err()).contains("There is no file " + zip);
    assertThat(data).doesNotExist();
  }

  private static boolean await(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
