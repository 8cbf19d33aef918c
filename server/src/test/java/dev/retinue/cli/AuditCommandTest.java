package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.retinue.core.Caller;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.testing.Repository;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {
  @TempDir private Path data;

  private record Answer(int exitCode, String out, String err) {}

  private Answer audit(String... more) {
    var words = new ArrayList<>(List.of("audit"));
    words.addAll(List.of(more));
    words.addAll(List.of("--data", data.toString()));
    return retinue(words);
  }

  private static Answer retinue(List<String> words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var terminal = Terminal.on(InputStream.nullInputStream(), out, err);
    int exitCode = new Commands(terminal).run(words);
    terminal.flush();
    return new Answer(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /// Two runs and a token, and the house is closed again.
  private String lived() {
    try (var household = ServedHousehold.open(data)) {
      var run = household.staff().start(Caller.owner(), StartRequest.of("player", "hang")).id();
      household.staff().stop(Caller.owner(), run, "enough");
      household.callers().create("ci", Caller.Scope.READ);
      return run.text();
    }
  }

  @Test
  void nothing_is_followed_for_a_reader_who_is_gone() {
    lived();
    var err = new ByteArrayOutputStream();
    var closed = new PipedOutputStream(); // Nobody was ever connected to it.
    var terminal = Terminal.on(InputStream.nullInputStream(), closed, err);
    var words = List.of("audit", "--follow", "--data", data.toString());
    int exitCode =
        assertTimeoutPreemptively(
            Duration.ofSeconds(30), () -> new Commands(terminal).run(words), "it goes on");
    terminal.flush();
    assertThat(exitCode).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("standard output takes nothing");
  }

  @Test
  void an_empty_data_directory_is_not_the_folder_in_which_one_is() {
    var answer = retinue(List.of("audit", "--data", ""));
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err())
        .isEqualTo("retinue: --data is empty; name a folder, or leave the option out.\n");
  }

  @Test
  void nothing_is_there_before_the_first_start() {
    var answer = audit();
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.err()).contains("There is no audit trail in " + data);
  }

  @Test
  void what_was_done_is_shown_also_while_the_house_is_open() {
    var run = lived();
    var shown = audit();
    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out())
        .containsSubsequence("token.create", "run.start", run, "run.stop", "token.create", "ci")
        .contains("house.stop");
    try (var _ = ServedHousehold.open(data)) {
      assertThat(audit().out()).contains("run.start");
      assertThat(audit("verify").exitCode()).isZero();
    }
  }

  @Test
  void it_can_be_searched_in_many_ways() {
    var run = lived();
    var shortId = run.substring("agent-".length(), "agent-".length() + 6);
    assertThat(audit("--subject", shortId).out().lines()).hasSize(2);
    assertThat(audit("--subject", "player").out().lines()).hasSize(1);
    assertThat(audit("--action", "token").out().lines()).hasSize(2);
    assertThat(audit("--action", "run.stop", "--json").out())
        .startsWith("{\"number\":")
        .contains("\"action\":\"run.stop\"", "\"hash\":");
    assertThat(audit("--caller", "nobody").err()).contains("no such entry");
    assertThat(audit("--since", "1h").out().lines()).hasSizeGreaterThan(3);
    assertThat(audit("--outcome", "refused").out()).isEmpty();
  }

  @Test
  void a_line_says_who_did_what_to_whom_and_how() {
    var run = lived();
    assertThat(audit("--action", "run.stop").out())
        .containsPattern("ok {8}run\\.stop +owner  run %s  by \\w+".formatted(run));
    assertThat(audit("--subject", "ci").out()).containsPattern("owner  token ci  by \\w+");
  }

  @Test
  void wrong_words_are_refused_with_what_was_meant() {
    lived();
    assertThat(audit("--action", "run.stopp").err()).contains("Did you mean 'run.stop'?");
    assertThat(audit("--outcome", "refuse").err()).contains("Did you mean 'refused'?");
    assertThat(audit("--outcome", "bad").err()).contains("There are: ok, refused, failed, ");
    assertThat(audit("export", data.toString()).err()).contains("is a folder; name a file in it");
    assertThat(audit("verify", "/no/where").err())
        .contains("/no/where cannot be read: there is no /no/where. Name another file.");
    assertThat(audit("--since", "yesterday").err()).contains("write 2h, 7d");
    assertThat(audit("--since", "yesterday").exitCode()).isEqualTo(2);
  }

  @Test
  void an_export_is_sound_also_after_somebody_named_a_session_of_two_megabytes() {
    try (var household = ServedHousehold.open(data)) {
      var sessions = household.staff().sessions();
      assertThatThrownBy(() -> sessions.close(Caller.owner(), "x".repeat(2_000_000)))
          .isInstanceOf(RetinueException.class);
    }
    var file = data.resolve("audit.jsonl").toString();
    assertThat(audit("export", file).exitCode()).isZero();
    assertThat(audit("verify", file).out()).contains("nothing is wrong");
  }

  @Test
  void an_export_can_be_verified_and_a_changed_one_is_noticed() throws IOException {
    lived();
    var file = data.resolve("audit.jsonl");
    assertThat(audit("export", file.toString()).exitCode()).isZero();
    assertThat(audit("export", file.toString()).err()).contains("--force");
    assertThat(audit("verify", file.toString()).out()).contains("nothing is wrong");
    var lines = Files.readAllLines(file);
    assertThat(lines).hasSizeGreaterThan(4);

    var changed = new ArrayList<>(lines);
    changed.set(2, lines.get(2).replace("\"caller\":\"owner\"", "\"caller\":\"other\""));
    assertFault(file, changed, "Entry 2 was changed");
    var removed = new ArrayList<>(lines);
    removed.remove(2);
    assertFault(file, removed, "Entry 2 is missing");
    var shortened = new ArrayList<>(lines.subList(0, lines.size() - 1));
    assertFault(file, shortened, "Entry %d is missing".formatted(lines.size() - 1));
    var inserted = new ArrayList<>(lines);
    inserted.add(3, lines.get(2));
    assertFault(file, inserted, "Entry 2 comes after entry 2");
    var reordered = new ArrayList<>(lines);
    reordered.set(2, lines.get(3));
    reordered.set(3, lines.get(2));
    assertFault(file, reordered, "Entry 2 is missing");
    var strange = new ArrayList<>(lines);
    strange.set(2, "{}");
    assertFault(file, strange, "Line 3 is not an entry");

    // Without its first line it is a copy like any other.
    Files.write(file, lines.subList(1, lines.size()));
    assertThat(audit("verify", file.toString()).exitCode()).isZero();
  }

  private void assertFault(Path file, List<String> lines, String sentence) throws IOException {
    Files.write(file, lines);
    var answer = audit("verify", file.toString());
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.out()).startsWith(sentence);
  }

  @Test
  void the_document_names_every_action() {
    var document = Repository.text(Repository.ROOT.resolve("docs/audit.md"));
    assertThat(document).contains(Action.words().stream().map("`%s`"::formatted).toList());
  }
}
