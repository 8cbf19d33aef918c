package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.retinue.core.Caller;
import dev.retinue.core.Limit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Moves;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Exports whose digests all fit, and that say what Retinue would never have written.
final class HostileMovesTest {
  private static final Caller OWNER = Caller.owner();
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private Household here;
  private Household there;
  private Moves moves;
  private String session = "";
  private ForgedExport talk = new ForgedExport(Map.of());

  @BeforeEach
  void talk() throws Exception {
    here = ServedHousehold.open(Files.createDirectory(folder.resolve("here")));
    there = ServedHousehold.open(Files.createDirectory(folder.resolve("there")));
    moves = there.moves();
    var sessions = here.staff().sessions();
    session = sessions.open(OWNER, "player", "tea").id();
    ended(sessions.send(OWNER, session, new Sessions.Message("spend 0.25\ncomplete done")).id());
    var out = new ByteArrayOutputStream();
    try (var packed =
        here.moves().pack(OWNER, here.moves().load(OWNER, List.of(), List.of(session)))) {
      packed.copyTo(out);
    }
    talk = ForgedExport.of(out.toByteArray());
  }

  private void ended(RunId id) throws InterruptedException {
    here.staff().await(OWNER, id, it -> it.ended() && !it.ending(), Duration.ofSeconds(30));
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        ".",
        "",
        "/tmp/x",
        "a/b",
        "../x",
        "C:\\\\x",
        "9f0c6f4e-1111-4111-8111-11111111111G"
      })
  void an_id_of_a_session_is_no_path(String id) {
    refused("no id of a session", talk.renamed(session, id));
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "agent-../../x"})
  void an_id_of_a_run_is_no_path(String id) {
    var run = talk.text("runs.jsonl").replaceAll("(?s).*?\"id\":\"([^\"]*)\".*", "$1");
    refused(
        "cannot be read",
        talk.renamed(run, id).with("events.jsonl", text -> text.replace(run, id)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"evidence\":\"CLAIMED\"",
        "\"summary\":\"done\"",
        "\"agent\":\"player\"",
        "\"cost\":250000000",
        "\"at\":\"[^\"]*\"",
        "\"kind\":\"completed\"",
        "\"body\":\\{\"at\":\"[^\"]*\",\"summary\":[^}]*\\}"
      })
  void an_event_without_what_belongs_to_it_is_damaged(String part) {
    assertThat(talk.text("events.jsonl")).containsPattern(part);
    var name = part.substring(0, part.indexOf(':') + 1);
    refused("damaged", events(text -> text.replaceFirst(part, name + "null")));
    refused("damaged", events(text -> text.replaceFirst(",?" + part, "").replace("{,", "{")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"kind\":\"failed\",\"version\":1,\"body\":{\"at\":\"2026-01-01T00:00:00Z\",\"message\":\"x\"}",
        "\"kind\":\"completed\",\"version\":1,\"body\":{\"at\":\"+1000000000-12-31T23:59:59Z\",\"summary\":\"x\",\"evidence\":\"CLAIMED\"}",
        "\"kind\":\"spent\",\"version\":1,\"body\":{\"at\":\"2026-01-01T00:00:00Z\",\"usage\":null}",
        "\"kind\":\"asked\",\"version\":1,\"body\":{\"at\":\"2026-01-01T00:00:00Z\",\"need\":{\"id\":\"1\"}}",
        "\"kind\":\"learned\",\"version\":1,\"body\":{\"at\":\"2026-01-01T00:00:00Z\",\"facts\":{\"model\":null}}",
        "\"kind\":\"answered\",\"version\":99,\"body\":{}"
      })
  void an_event_that_cannot_be_is_damaged(String event) {
    refused(
        "damaged",
        events(text -> text.replaceFirst("(\"run\":\"[^\"]*\",).*\\}\n", "$1" + event + "}\n")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"createdAt\":\"[^\"]*\"",
        "\"agent\":\\{\"name\":\"player\"",
        "\"lineage\":\\{\"above\":\\[\\]\\}",
        "\"budget\":\\{\\}"
      })
  void a_run_without_what_belongs_to_it_is_damaged(String part) {
    assertThat(talk.text("runs.jsonl")).containsPattern(part);
    refused("damaged", talk.with("runs.jsonl", text -> text.replaceFirst(part, "\"x\":1")));
  }

  @Test
  void what_is_too_long_is_damaged() {
    var words = "x".repeat(40_000);
    refused("no name", sessions(text -> text.replace("\"tea\"", "\"" + words + "\"")));
    refused("no name of an agent", sessions(text -> text.replace("\"player\"", "\"a\\nb\"")));
    refused(
        "too long", talk.with("runs.jsonl", text -> text.replace("spend", "x".repeat(3 << 20))));
    refused(
        "at work for too long",
        talk.with(
            "runs.jsonl",
            text ->
                text.replaceFirst(
                    "\"active_millis\":\\d+", "\"active_millis\":" + Long.MAX_VALUE)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"times\":\\{[^}]*\\}",
        "\"createdAt\":\"[^\"]*\"",
        "\"usage\":\\{[^}]*\\}",
        "\"budget\":\\{\\}",
        "\"agent\":\"player\"",
        "\"id\":\"[^\"]*\""
      })
  void a_session_without_what_belongs_to_it_is_damaged(String part) {
    assertThat(talk.text("sessions.jsonl")).containsPattern(part);
    refused("damaged", sessions(text -> text.replaceFirst(part, "\"x\":1")));
  }

  @Test
  void a_session_that_counts_backwards_is_damaged() {
    refused(
        "counts",
        sessions(text -> text.replaceFirst("\"turns\":1,\"bytes\"", "\"turns\":-1,\"bytes\"")));
    refused("counts", sessions(text -> text.replaceFirst("\"millis\":\\d+", "\"millis\":-1")));
  }

  @Test
  void a_fork_of_itself_is_damaged() {
    var other = UUID.randomUUID().toString();
    refused("fork of itself", sessions(text -> fork(text, session)));
    refused(
        "fork of itself",
        sessions(text -> fork(text, other) + fork(text.replace(session, other), session)));
  }

  private static String fork(String text, String origin) {
    var run = "agent-" + "a".repeat(26);
    return text.replaceFirst(
        "\"past\":\\{",
        "\"past\":{\"fork\":{\"session\":\"%s\",\"last\":\"%s\",\"turns\":1},"
            .formatted(origin, run));
  }

  @Test
  void nobody_brings_more_open_sessions_than_he_may_have() {
    refused(
        "open sessions",
        sessions(
            text -> {
              var all = new StringBuilder();
              for (int i = 0; i < 10_001; i++) {
                all.append(text.replace(session, UUID.randomUUID().toString()));
              }
              return all.toString();
            }));
  }

  @Test
  void one_that_is_too_large_is_told_the_bound_that_it_has_met() {
    refused("says of events is larger than 256 MB", longer("events.jsonl", 257));
    refused("is larger than 1024 MB", longer("payload/agent-" + "a".repeat(26), 60, 20));
    refused(
        "A result in this export is larger than 64 MB", longer("output/sp_" + "a".repeat(26), 65));
    refused("a line that is too long", events(text -> text + "x".repeat(65 << 20)));
  }

  @Test
  void what_is_said_may_be_as_long_as_it_always_might() {
    refused("does not belong there", longer("events.jsonl", 200));
    assertThatThrownBy(() -> take(events(text -> text + "x".repeat(9 << 20))))
        .hasMessageContaining("cannot be read");
  }

  private ForgedExport longer(String name, int megabytes) {
    return longer(name, megabytes, 1);
  }

  /// Only its list says so: nothing may be read before that.
  private ForgedExport longer(String name, int megabytes, int times) {
    return talk.unlisted(
        "export.json",
        list -> {
          var all = list.replace("\"name\" : \"" + name + "\",", "\"name\" : \"x\",");
          for (int i = 0; i < times; i++) {
            all =
                all.replaceFirst(
                    "\"pieces\" : \\[",
                    "\"pieces\" : [ {\"name\" : \"%s\", \"bytes\" : %d, \"sha256\" : \"%s\"},"
                        .formatted(
                            i == 0 ? name : name.substring(0, name.length() - 1) + (char) ('a' + i),
                            (long) megabytes << 20,
                            "0".repeat(64)));
          }
          return all;
        });
  }

  @Test
  void a_directory_that_is_longer_than_any_is_not_read() throws IOException {
    var file = ByteBuffer.wrap(talk.file()).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(file.capacity() - 10, 200 << 20);
    assertThatThrownBy(() -> moves.take(ANNA, new ByteArrayInputStream(file.array())))
        .hasMessageContaining("directory is longer");
  }

  @Test
  void a_caller_brings_one_at_a_time_and_all_together_bring_few() throws IOException {
    assertThat(bringing("anna", () -> bring("anna")))
        .hasMessageContaining("'anna' has an import under way")
        .extracting(it -> ((RetinueException) it).hit().orElseThrow().limit())
        .isEqualTo(Limit.IMPORTS_OF_CALLER);
    assertThat(
            bringing(
                "a",
                () -> bringing("b", () -> bringing("c", () -> bringing("d", () -> bring("e"))))))
        .hasMessageContaining("4 imports are under way")
        .extracting(it -> ((RetinueException) it).hit().orElseThrow().limit())
        .isEqualTo(Limit.IMPORTS);
    take(talk);
    assertThat(there.staff().sessions().list(ANNA, false, 10)).hasSize(1);
  }

  private interface Bringing {
    Throwable refusal() throws IOException;
  }

  private Throwable bring(String who) throws IOException {
    var file = new ByteArrayInputStream(talk.file());
    return catchThrowable(() -> moves.take(new Caller(who, who, Caller.Scope.RUN, null), file));
  }

  /// While one is on its way, which in the end never comes.
  private Throwable bringing(String who, Bringing other) {
    var found = new AtomicReference<Throwable>();
    var slow =
        new InputStream() {
          @Override
          public int read() throws IOException {
            return read(new byte[1], 0, 1);
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            try (var files = Files.list(folder.resolve("there"))) {
              assertThat(files.map(Path::toString)).anyMatch(it -> it.matches(".*import-.*\\.tmp"));
            }
            found.set(other.refusal());
            return -1;
          }
        };
    assertThatThrownBy(() -> moves.take(new Caller(who, who, Caller.Scope.RUN, null), slow))
        .hasMessageContaining("damaged");
    return Objects.requireNonNull(found.get());
  }

  @Test
  void nothing_moves_while_the_disk_has_less_than_its_reserve() throws IOException {
    var place = Files.createDirectory(folder.resolve("full"));
    try (var house =
        Household.open(
            new Household.Settings(
                place, Limits.DEFAULT, Long.MAX_VALUE, Surroundings.real(), () -> {}),
            List::of,
            List.of(),
            _ -> {})) {
      var full = house.moves();
      assertThatThrownBy(() -> full.take(ANNA, new ByteArrayInputStream(talk.file())))
          .hasMessageContaining("in reserve");
      assertThatThrownBy(() -> full.pack(OWNER, new Moves.Load(List.of(), List.of())))
          .hasMessageContaining("in reserve");
    }
  }

  private ForgedExport events(UnaryOperator<String> change) {
    return talk.with("events.jsonl", change);
  }

  private ForgedExport sessions(UnaryOperator<String> change) {
    return talk.with("sessions.jsonl", change);
  }

  /// Nothing of it is there afterwards, and everybody can still look.
  private void refused(String sentence, ForgedExport forged) {
    assertThat(forged.pieces())
        .as("something was forged")
        .usingRecursiveComparison()
        .isNotEqualTo(talk.pieces());
    assertThatThrownBy(() -> take(forged))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining(sentence);
    assertThat(there.register().list(OWNER, Set.of(), null, 10).runs()).isEmpty();
    assertThat(there.staff().sessions().list(OWNER, false, 10)).isEmpty();
  }

  private void take(ForgedExport forged) throws IOException {
    moves.take(ANNA, new ByteArrayInputStream(forged.file()));
  }
}
