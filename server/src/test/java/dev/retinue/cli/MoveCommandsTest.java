package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.StartRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `retinue export` and `retinue import`, through a daemon.
final class MoveCommandsTest {
  private static final Caller OWNER = Caller.owner();

  @TempDir private Path folder;
  private Path data;
  private Path file;
  private Household household;
  private ServedDaemon daemon;

  @BeforeEach
  void open() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
    file = folder.resolve("tea.zip");
    household = ServedHousehold.open(data);
    daemon = ServedDaemon.of(household);
  }

  @AfterEach
  void close() {
    daemon.close();
  }

  private record Answer(int exitCode, String out, String err) {}

  private Answer retinue(String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--data", data.toString()));
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var terminal = Terminal.on(InputStream.nullInputStream(), out, err);
    int exitCode = new Commands(terminal).run(all);
    terminal.flush();
    return new Answer(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private RunId played() throws InterruptedException {
    var staff = household.staff();
    var id = staff.start(OWNER, StartRequest.of("player", "deliver tea\ncomplete done")).id();
    staff.await(OWNER, id, it -> it.ended() && !it.ending(), Duration.ofSeconds(30));
    return id;
  }

  @Test
  void what_was_exported_is_imported_as_often_as_it_is_brought() throws Exception {
    var id = played();

    var exported = retinue("export", id.text(), file.toString());
    assertThat(exported.exitCode()).as(exported.toString()).isZero();
    assertThat(exported.out()).startsWith("Exported to " + file);
    assertThat(retinue("export", id.text(), file.toString()).exitCode()).isNotZero();

    for (int i = 1; i <= 2; i++) {
      var imported = retinue("import", file.toString());
      assertThat(imported.exitCode()).as(imported.toString()).isZero();
      assertThat(imported.out())
          .startsWith("Imported 1 runs and 0 sessions; 1 of them have new ids.");
      assertThat(household.register().list(OWNER, Set.of(), null, 10).runs()).hasSize(1 + i);
    }
  }

  @Test
  void half_an_export_is_none() throws Exception {
    var id = played();
    var payload = Objects.requireNonNull(household.staff().require(OWNER, id).dossier().payload());
    Files.delete(data.resolve("blobs").resolve(payload.file()));

    var answer = retinue("export", id.text(), file.toString());

    assertThat(answer.exitCode()).isNotZero();
    assertThat(answer.out()).doesNotContain("Exported");
    assertThat(answer.err()).contains("its file is missing");
    assertThat(folder).isDirectoryNotContaining(it -> it.toString().contains("tea.zip"));
  }
}
