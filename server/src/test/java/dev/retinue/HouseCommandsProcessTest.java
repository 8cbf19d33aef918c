package dev.retinue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real commands, beside a real process that has the data directory.
@EndToEnd
class HouseCommandsProcessTest {
  private static final Pattern COMPLETED = Pattern.compile("completed (\\S+)\n");

  @TempDir Path temporary;
  private Path data = Path.of("");
  private Path zip = Path.of("");

  @BeforeEach
  void choose() {
    data = temporary.resolve("data");
    zip = temporary.resolve("backup.zip");
  }

  @Test
  void a_token_counts_for_the_process_that_has_the_directory_and_ends_at_once() throws Exception {
    var daemon = daemon();
    try {
      var port = daemon.awaitOutput(Pattern.compile("listens at (\\d+)")).group(1);
      var made = retinue("token", "create", "ci").run();
      assertThat(made.err())
          .as("nothing but what Retinue has to say")
          .isEqualTo("The token of 'ci', with the scope 'run'. Keep it: it is not shown again.\n");
      var token = made.out().strip();
      assertThat(ask(port, token)).isEqualTo(204);
      assertThat(retinue("token", "list").run().out())
          .containsPattern("ci +run +active +\\S+Z +- +-\n");
      assertThat(retinue("token", "revoke", "ci").run().exitCode()).isZero();
      assertThat(ask(port, token)).isEqualTo(401);
    } finally {
      daemon.kill();
    }
  }

  @Test
  void a_backup_beside_a_process_at_work_comes_back_after_a_kill() throws IOException {
    var daemon = daemon();
    List<RunId> acknowledged;
    try {
      daemon.awaitOutput(Pattern.compile("(?s)(completed.*){20}"));
      acknowledged = completed(daemon);
      var backup = retinue("backup", zip).run();
      assertThat(backup.exitCode()).as(backup.toString()).isZero();
      var refused = retinue("restore", zip, "--force").run();
      assertThat(refused.exitCode()).isOne();
      assertThat(refused.err()).contains("is in use by Retinue process " + daemon.process().pid());
    } finally {
      daemon.kill();
    }
    daemon.process().onExit().join();
    var restored = retinue("restore", zip, "--force").run();
    assertThat(restored.exitCode()).as(restored.toString()).isZero();
    assertThat(restored.out()).contains("What was there before is in ");
    try (var house = TestHousehold.in(data)) {
      for (var id : acknowledged) {
        var run = house.run(id);
        assertThat(run.state()).isInstanceOf(State.Completed.class);
        assertThat(house.text(run.dossier().payload())).isEqualTo("a result\n");
      }
    }
  }

  @Test
  void a_restore_that_is_killed_leaves_the_store_as_it_was() throws IOException {
    var backedUp = new ArrayList<RunId>();
    RunId later;
    try (var house = TestHousehold.in(data)) {
      for (int i = 0; i < 40; i++) {
        backedUp.add(house.play("deliver a result\ncomplete done").id());
      }
      Answer.to("backup", zip, "--data", data).ok();
      later = house.play("deliver another\ncomplete done").id();
    }
    for (int blobs : new int[] {0, 1, 30}) {
      var restore = retinue("restore", zip, "--force").start();
      while (restore.process().isAlive() && staged() < blobs) {
        Thread.onSpinWait();
      }
      restore.kill();
      restore.process().onExit().join();
      try (var house = TestHousehold.in(data)) {
        assertThat(house.household().staff().find(Caller.owner(), later)).isPresent();
        assertThat(house.run(backedUp.getLast()).state()).isInstanceOf(State.Completed.class);
      }
      assertThat(data.toFile().list((_, name) -> name.startsWith("resto"))).isEmpty();
    }
    assertThat(retinue("restore", zip, "--force").run().exitCode()).isZero();
    try (var house = TestHousehold.in(data)) {
      assertThat(house.household().staff().find(Caller.owner(), later)).isEmpty();
      assertThat(backedUp).allMatch(id -> house.run(id).ended());
    }
  }

  /// How many blobs a restore has made so far; -1 if it has not begun.
  private long staged() throws IOException {
    try (var drafts = Files.newDirectoryStream(data, "restoring-*")) {
      for (var draft : drafts) {
        var shards = draft.resolve("blobs").toFile().list();
        return shards == null ? 0 : shards.length;
      }
    }
    return -1;
  }

  @Test
  void a_backup_that_does_not_fit_leaves_no_half_file() throws IOException {
    try (var house = TestHousehold.in(data)) {
      var run = house.start("hang");
      house.await(run.id(), it -> it.state() instanceof State.Running);
      var noise = new byte[3 << 20];
      new Random(1).nextBytes(noise);
      house.household().staff().appendPayload(Caller.owner(), run.id(), noise);
    }
    // The library of SQLite is the first that does not fit.
    requireNoHalfFile("retinue: SQLite could not be loaded from ");
    assertThat(retinue("token", "list").run().exitCode()).isZero();
    requireNoHalfFile("retinue: Retinue could not write the backup " + zip);
    assertThat(retinue("backup", zip).run().exitCode()).isZero();
  }

  private void requireNoHalfFile(String sentence) throws IOException {
    var script = "ulimit -f 1024; exec \"$0\" backup \"$1\"";
    var ended =
        Program.of("sh", "-c", script, launcher(), zip)
            .with("JAVA_HOME", Repository.JDK)
            .with("RETINUE_DATA", data)
            .run();
    assertThat(ended.exitCode()).as(ended.toString()).isOne();
    assertThat(ended.err()).startsWith(sentence);
    try (var files = Files.list(temporary)) {
      assertThat(files).containsExactly(data);
    }
  }

  private Program.Running daemon() {
    return Program.of(
            Repository.JDK.resolve("bin/java"),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            HouseholdProgram.class.getName(),
            data)
        .start();
  }

  private static List<RunId> completed(Program.Running daemon) {
    return COMPLETED
        .matcher(Repository.text(daemon.out()))
        .results()
        .map(found -> new RunId(found.group(1)))
        .toList();
  }

  private static int ask(String port, String token) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port))
              .header("Authorization", token)
              .build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  private static Path launcher() {
    return Repository.DISTRIBUTION.resolve("retinue");
  }

  private Program retinue(Object... words) {
    var command = new ArrayList<Object>();
    command.add(launcher());
    command.addAll(List.of(words));
    return Program.of(command.toArray())
        .with("JAVA_HOME", Repository.JDK)
        .with("RETINUE_DATA", data);
  }
}
