package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.Retention;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Moves;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.StartRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs and sessions on their way from one house to another.
final class MovesTest {
  private static final Caller OWNER = Caller.owner();
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Caller READER = new Caller("rita", "rita", Caller.Scope.READ, null);

  @TempDir private Path folder;
  private Household here;
  private Household there;

  @BeforeEach
  void open() throws IOException {
    here = ServedHousehold.open(Files.createDirectory(folder.resolve("here")));
    there = ServedHousehold.open(Files.createDirectory(folder.resolve("there")));
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  private RunId tree() throws InterruptedException {
    return ended(
        here.staff()
            .start(
                OWNER,
                StartRequest.of(
                    "player",
                    "spend 0.25\nstart mate: spend 0.5\nprint 1kb\ndeliver the result\nawait\ncomplete done"))
            .id());
  }

  private RunId ended(RunId id) throws InterruptedException {
    here.staff().await(OWNER, id, it -> it.ended() && !it.ending(), Duration.ofSeconds(30));
    return id;
  }

  private byte[] exported(List<RunId> runs, List<String> sessions) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var packed = here.moves().pack(OWNER, here.moves().load(OWNER, runs, sessions))) {
      packed.copyTo(out);
      assertThat(packed.bytes()).isEqualTo(out.size());
    }
    return out.toByteArray();
  }

  private static Moves.Arrived take(Household house, Caller caller, byte[] file) {
    return house.moves().take(caller, new ByteArrayInputStream(file));
  }

  @Test
  void a_whole_tree_arrives_as_history_that_belongs_to_who_brings_it() throws Exception {
    var id = tree();
    var arrived = take(there, ANNA, exported(List.of(id), List.of()));
    assertThat(arrived.runs()).hasSize(2).contains(id);
    assertThat(arrived.names()).isEmpty();
    var run = there.staff().require(ANNA, id);
    var before = here.staff().require(OWNER, id);
    assertThat(run.state()).isEqualTo(before.state());
    assertThat(run.dossier().usage()).isEqualTo(before.dossier().usage());
    assertThat(run.commission().caller()).isEqualTo("anna");
    assertThat(run.commission().labels()).containsEntry("imported", id.text());
    assertThat(run.dossier().output()).isNotNull();
    try (var payload =
        new GZIPInputStream(
            there.staff().openPayload(Objects.requireNonNull(run.dossier().payload())))) {
      assertThat(new String(payload.readAllBytes(), StandardCharsets.UTF_8)).contains("the result");
    }
    assertThat(there.staff().register().work(ANNA, id))
        .hasValueSatisfying(it -> assertThat(it).contains("spend 0.25"));
    assertThat(there.staff().crew().atWork()).isZero();
    assertSound("there");
  }

  @Test
  void what_is_there_already_arrives_under_other_ids() throws Exception {
    var id = tree();
    var file = exported(List.of(id), List.of());
    var arrived = take(here, OWNER, file);
    assertThat(arrived.runs()).hasSize(2).doesNotContain(id);
    assertThat(arrived.names()).containsKey(id.text());
    var twin = RunId.of(Objects.requireNonNull(arrived.names().get(id.text())));
    assertThat(here.staff().require(OWNER, twin).dossier().usage().cost())
        .isEqualTo(here.staff().require(OWNER, id).dossier().usage().cost());
    var child = arrived.runs().stream().filter(it -> !it.equals(twin)).findFirst().orElseThrow();
    assertThat(here.staff().require(OWNER, child).commission().lineage().parent()).contains(twin);
    take(here, OWNER, file);
    assertSound("here");
  }

  @Test
  void a_conversation_arrives_with_its_turns_and_goes_on() throws Exception {
    var sessions = here.staff().sessions();
    var session = sessions.open(OWNER, "player", "tea").id();
    ended(sessions.send(OWNER, session, new Sessions.Message("say one\ncomplete done")).id());
    ended(sessions.send(OWNER, session, new Sessions.Message("say two\ncomplete done")).id());
    var arrived = take(there, ANNA, exported(List.of(), List.of(session)));
    assertThat(arrived.sessions()).containsExactly(session);
    assertThat(arrived.runs()).hasSize(2);
    var other = there.staff().sessions();
    assertThat(other.require(ANNA, session).name()).isEqualTo("tea");
    assertThat(other.list(ANNA, false, 10)).hasSize(1);
    var third = other.send(ANNA, session, new Sessions.Message("say three\ncomplete done")).id();
    there.staff().await(ANNA, third, it -> it.ended() && !it.ending(), Duration.ofSeconds(30));
    assertThat(there.staff().require(ANNA, third).state().word()).isEqualTo("completed");
    assertSound("there");
  }

  @Test
  void a_fork_arrives_with_what_it_goes_on_with_and_keeps_it() throws Exception {
    var sessions = here.staff().sessions();
    var origin = sessions.open(OWNER, "player", "tea").id();
    var first = say(here, OWNER, origin, "say one\ncomplete done");
    var second = say(here, OWNER, origin, "say two\ncomplete done");
    var later = say(here, OWNER, origin, "say beyond\ncomplete done");
    var fork = sessions.fork(OWNER, origin, "cake", second).id();
    var third = say(here, OWNER, fork, "say three\ncomplete done");
    var again = sessions.fork(OWNER, fork, "pie", null).id();
    var fourth = say(here, OWNER, again, "say four\ncomplete done");
    sessions.send(OWNER, origin, new Sessions.Message("hang"));
    assertThat(turns(here, OWNER, again)).containsExactly(fourth, third, second, first);

    var arrived = take(there, ANNA, exported(List.of(), List.of(again)));
    assertThat(arrived.sessions()).containsExactlyInAnyOrder(origin, fork, again);
    assertThat(arrived.runs()).doesNotContain(later);
    assertThat(turns(there, ANNA, again)).containsExactly(fourth, third, second, first);
    there.staff().sessions().close(ANNA, origin);
    there.staff().sessions().close(ANNA, fork);
    there.clean(new Retention(Duration.ofHours(1), 0, 0, Duration.ofHours(1)));
    assertThat(turns(there, ANNA, again)).containsExactly(fourth, third, second, first);
    say(there, ANNA, again, "say five\ncomplete done");
    assertSound("there");
  }

  private static RunId say(Household house, Caller caller, String session, String words)
      throws InterruptedException {
    var id = house.staff().sessions().send(caller, session, new Sessions.Message(words)).id();
    house.staff().await(caller, id, it -> it.ended() && !it.ending(), Duration.ofSeconds(30));
    return id;
  }

  private static List<RunId> turns(Household house, Caller caller, String session) {
    var turns = new ArrayList<RunId>();
    house.staff().sessions().conversation(caller, session).runs().forEach(it -> turns.add(it.id()));
    return turns;
  }

  @Test
  void what_is_at_work_and_what_is_anothers_does_not_leave() {
    var busy = here.staff().start(OWNER, StartRequest.of("player", "hang")).id();
    refused("still at work", () -> here.moves().load(OWNER, List.of(busy), List.of()));
    refused("There is no run", () -> here.moves().load(ANNA, List.of(busy), List.of()));
    refused("Nothing is named", () -> here.moves().load(OWNER, List.of(), List.of()));
  }

  @Test
  void who_may_only_look_brings_nothing() throws Exception {
    var file = exported(List.of(tree()), List.of());
    refused("scope", () -> take(there, READER, file));
    assertNothing();
  }

  @Test
  void what_is_damaged_or_hostile_is_refused_as_a_whole() throws Exception {
    var file = exported(List.of(tree()), List.of());
    var forged = ForgedExport.of(file);
    refused("damaged", () -> take(there, ANNA, "no zip".getBytes(StandardCharsets.UTF_8)));
    refused("damaged", () -> take(there, ANNA, java.util.Arrays.copyOf(file, file.length / 2)));
    assertRefused(
        forged.unlisted("runs.jsonl", text -> text.replace("spend 0.25", "spend 9.25")),
        "not what was exported");
    assertRefused(forged.unlisted("events.jsonl", text -> text + text), "not what was exported");
    assertRefused(forged.with("events.jsonl", _ -> "{\"run\":1}\n"), "damaged");
    assertRefused(forged.with("events.jsonl", _ -> ""), "has not ended");
    assertRefused(
        forged.with("runs.jsonl", text -> text.lines().skip(1).findFirst().orElseThrow() + "\n"),
        "has not the runs");
    assertRefused(forged.unlisted("../../etc/passwd", _ -> "x"), "not on its list");
    assertRefused(
        forged.unlisted("export.json", text -> text.replace("runs.jsonl", "../runs.jsonl")),
        "does not belong there");
    assertRefused(
        forged.unlisted("runs.jsonl", _ -> "\0".repeat(200 << 20)), "not what was exported");
    assertRefused(
        forged.unlisted(
            "export.json",
            text -> text.replaceFirst("\"bytes\" : \\d+", "\"bytes\" : 99999999999")),
        "larger than");
    assertNothing();
    try (var left = Files.list(folder.resolve("there"))) {
      assertThat(left.map(it -> it.getFileName().toString()))
          .noneMatch(it -> it.startsWith("import-"));
    }
  }

  @Test
  void what_cannot_be_read_is_not_exported_and_nothing_is_left_of_it() throws Exception {
    var id = tree();
    var load = here.moves().load(OWNER, List.of(id), List.of());
    var payload = Objects.requireNonNull(here.staff().require(OWNER, id).dossier().payload());
    Files.delete(folder.resolve("here/blobs").resolve(payload.file()));
    refused("its file is missing", () -> here.moves().pack(OWNER, load));
    try (var left = Files.list(folder.resolve("here"))) {
      assertThat(left.map(it -> it.getFileName().toString()))
          .noneMatch(it -> it.startsWith("export-"));
    }
  }

  @Test
  void what_a_run_said_is_no_damage_however_it_said_it() throws Exception {
    var id = tree();
    var file =
        ForgedExport.of(exported(List.of(id), List.of()))
            .with("events.jsonl", text -> text.replace("\"done\"", "\"do\\u0000ne\""))
            .file();
    take(there, OWNER, file);
    assertThat(there.staff().require(OWNER, id).state())
        .isInstanceOfSatisfying(
            State.Completed.class, it -> assertThat(it.summary()).isEqualTo("do\uFFFDne"));
    var words = "x".repeat(40_000);
    var longer =
        ForgedExport.of(exported(List.of(id), List.of()))
            .with("events.jsonl", text -> text.replace("\"done\"", "\"" + words + "\""))
            .file();
    var arrived = take(there, OWNER, longer);
    var twin = RunId.of(Objects.requireNonNull(arrived.names().get(id.text())));
    assertThat(there.staff().require(OWNER, twin).state())
        .isInstanceOfSatisfying(
            State.Completed.class, it -> assertThat(it.summary()).hasSize(32_768).endsWith("x…"));
    assertSound("there");
  }

  @Test
  void a_caller_packs_one_at_a_time_and_all_together_pack_few() throws Exception {
    var moves = here.moves();
    var load = moves.load(OWNER, List.of(tree()), List.of());
    var packed = moves.pack(OWNER, load);
    refused("'owner' has an export under way", () -> moves.pack(OWNER, load));
    var others = new ArrayList<AutoCloseable>();
    for (var who : List.of("a", "b", "c")) {
      others.add(moves.pack(new Caller(who, who, Caller.Scope.RUN, null), load));
    }
    refused("4 exports are under way", () -> moves.pack(ANNA, load));
    packed.close();
    packed.close();
    moves.pack(ANNA, load).close();
    moves.pack(ANNA, load).close();
    for (var other : others) {
      other.close();
    }
    moves.pack(OWNER, load).close();
  }

  @Test
  void both_stand_in_the_audit_trail() throws Exception {
    var id = tree();
    take(there, ANNA, exported(List.of(id), List.of()));
    var left = here.staff().audit().log().after(0, 100).getLast().entry();
    assertThat(left.action()).isEqualTo("run.export");
    assertThat(left.subject().id()).isEqualTo(id.text());
    var came = there.staff().audit().log().after(0, 100).getLast().entry();
    assertThat(came.action()).isEqualTo("run.import");
    assertThat(came.who().caller()).isEqualTo("anna");
  }

  private void assertRefused(ForgedExport forged, String sentence) {
    refused(sentence, () -> take(there, ANNA, forged.file()));
  }

  private static void refused(
      String sentence, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(RetinueException.class).hasMessageContaining(sentence);
  }

  private void assertNothing() throws IOException {
    assertThat(there.register().list(OWNER, java.util.Set.of(), null, 10).runs()).isEmpty();
    try (var blobs = Files.walk(folder.resolve("there").resolve("blobs"))) {
      assertThat(blobs.filter(Files::isRegularFile)).isEmpty();
    }
  }

  private void assertSound(String house) {
    assertThat(new DeepCheckup(folder.resolve(house)).findings())
        .allMatch(it -> it.level() == Finding.Level.OK);
  }
}
