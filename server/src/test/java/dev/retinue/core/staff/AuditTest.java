package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Origin;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.AuditEntry;
import dev.retinue.core.audit.AuditEntry.Outcome;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.audit.Subject;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditTest {
  private static final Origin ORIGIN =
      new Origin(Origin.Surface.MCP, "127.0.0.1", "cursor", "agent_start", "0af7651916cd43dd");
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null).by(ORIGIN);
  private static final Caller READER = new Caller("rita", "rita", Caller.Scope.READ, null);
  private static final String SECRET = "sk-abcdefgh12345678";

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private TestData data;
  private TestStaff staff;

  @BeforeEach
  void open() {
    data = new TestData(folder, clock);
    staff =
        TestStaff.on(data.runs(), data.blobs(), clock)
            .hire("player", "")
            .hire("boss", "start player: say hello\nhang")
            .begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
    data.close();
  }

  @Test
  void a_start_says_who_did_what_by_which_way() {
    var run = start("hang");
    var entry = last();
    assertThat(entry.who().caller()).isEqualTo("anna");
    assertThat(entry.who().run()).isNull();
    assertThat(entry.action()).isEqualTo("run.start");
    assertThat(entry.subject().kind()).isEqualTo("run");
    assertThat(entry.subject().id()).isEqualTo(run.text());
    assertThat(entry.subject().agent()).isEqualTo("player");
    assertThat(entry.result()).isEqualTo(AuditEntry.Result.OK);
    assertThat(entry.origin()).isEqualTo(ORIGIN);
    assertThat(entries()).hasSize(1);
  }

  @Test
  void all_that_is_done_to_a_run_is_noted_once() {
    var run = start("ask Which?\nhang");
    staff.await(run, it -> !it.needs().isEmpty());
    var need = staff.run(run).needs().getFirst().id();
    staff.staff().answer(ANNA, run, need, "this one");
    staff.staff().raise(ANNA, run, Budget.UNLIMITED);
    staff.staff().appendPayload(ANNA, run, "abc".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    staff.staff().stop(ANNA, run, "enough");
    staff.awaitEnd(run);
    staff.staff().restart(ANNA, run);
    staff.staff().remove(ANNA, run);
    assertThat(actions())
        .containsExactly(
            "run.start",
            "run.answer",
            "run.raise",
            "run.append",
            "run.stop",
            "run.restart",
            "run.remove");
    assertThat(entries()).allMatch(it -> it.result().outcome() == Outcome.OK);
  }

  @Test
  void a_run_that_starts_another_is_named() {
    var boss = staff.staff().start(ANNA, StartRequest.of("boss", "go")).id();
    staff.awaitEvent(boss, it -> it instanceof RunEvent.Started);
    staff.await(boss, _ -> actions().size() == 2);
    var entry = last();
    assertThat(entry.who()).isEqualTo(new AuditEntry.Who("anna", boss));
    assertThat(entry.action()).isEqualTo("run.start");
    assertThat(entry.origin().surface()).isEqualTo(Origin.Surface.HOUSE);
  }

  @Test
  void a_conversation_is_noted_with_its_messages() {
    var sessions = staff.staff().sessions();
    var id = sessions.open(ANNA, "player", null).id();
    var run = sessions.send(ANNA, id, new Sessions.Message("hang")).id();
    staff.awaitEvent(run, it -> it instanceof RunEvent.Started);
    sessions.interrupt(ANNA, id, true);
    staff.awaitEnd(run);
    var fork = sessions.fork(ANNA, id, null, null).id();
    sessions.rename(ANNA, id, "a name");
    sessions.close(ANNA, id);
    assertThat(actions())
        .containsExactly(
            "session.open",
            "session.send",
            "session.interrupt",
            "session.fork",
            "session.rename",
            "session.close");
    var sent = entries().get(1);
    assertThat(sent.subject().id()).isEqualTo(run.text());
    assertThat(sent.subject().within()).isEqualTo(id);
    assertThat(entries().get(3).subject().id()).isEqualTo(fork);
    assertThat(entries().get(3).subject().within()).isEqualTo(id);
    assertThat(texts()).noneMatch(it -> it.contains("a name"));
  }

  @Test
  void what_was_refused_is_noted_with_its_code() {
    var unknown = RunId.random(RunId.Prefix.AGENT, new Random(7));
    refused(() -> staff.staff().stop(ANNA, unknown, "x"));
    refused(() -> staff.staff().start(READER, StartRequest.of("player", "go")));
    refused(() -> staff.staff().start(ANNA, StartRequest.of("nobody", "go")));
    assertThat(entries()).extracting(it -> it.result().outcome()).containsOnly(Outcome.REFUSED);
    assertThat(entries())
        .extracting(it -> it.result().code())
        .containsExactly(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND);
    assertThat(entries().getFirst().subject().id()).isEqualTo(unknown.text());
  }

  @Test
  void a_name_of_two_megabytes_leaves_a_short_line_and_no_half_of_a_secret() {
    var huge = "x".repeat(194) + " " + SECRET + "x".repeat(2_000_000);
    refused(() -> staff.staff().sessions().close(ANNA, huge));
    refused(() -> staff.staff().sessions().open(ANNA, huge, null));
    refused(() -> staff.staff().start(ANNA, StartRequest.of(huge, "go")));
    assertThat(actions()).containsExactly("session.close", "session.open", "run.start");
    assertThat(texts()).allMatch(it -> it.length() < 1_000).noneMatch(it -> it.contains("sk-a"));
  }

  @Test
  void what_changes_nothing_is_not_noted() {
    var run = start("hang");
    staff.staff().require(ANNA, run);
    staff.register().list(ANNA, java.util.Set.of(), null, 10);
    assertThat(entries()).hasSize(1);
  }

  @Test
  void prompts_are_noted_only_where_that_is_wanted_and_secrets_never() {
    start("say my key is " + SECRET);
    assertThat(texts()).noneMatch(it -> it.contains("my key is"));
    staff.staff().audit().keepPrompts(true);
    start("say my key is " + SECRET);
    assertThat(last().details()).containsEntry("prompt", "say my key is sk-***");
    assertThat(texts()).noneMatch(it -> it.contains(SECRET));
    start("x".repeat(3_980) + " " + SECRET + " and more");
    assertThat(last().details().get("prompt")).startsWith("xxx").contains(" sk-***");
    start("x".repeat(3_990) + " " + SECRET);
    assertThat(texts()).noneMatch(it -> it.contains("sk-abc"));
  }

  @Test
  void strangers_leave_so_many_lines_and_then_one_that_counts_the_rest() {
    var audit = staff.staff().audit();
    var from = Origin.by(Origin.Surface.REST).from("10.0.0.1").with("Bearer rtn_abcdefghijkl");
    for (int i = 0; i < 1000; i++) {
      audit.refused(null, from, Action.DOOR_ENTER, ErrorCode.UNAUTHORIZED);
    }
    assertThat(entries()).hasSize(Audit.MOST_OF_ONE);
    assertThat(last().who()).isEqualTo(AuditEntry.Who.NOBODY);
    assertThat(last().origin().address()).isEqualTo("10.0.0.1");
    assertThat(texts()).noneMatch(it -> it.contains("abcdefghijkl"));
    audit.refused(null, from.from("10.0.0.2"), Action.DOOR_ENTER, ErrorCode.UNAUTHORIZED);
    assertThat(entries()).hasSize(Audit.MOST_OF_ONE + 1);
    clock.advance(Duration.ofMinutes(2));
    audit.tell();
    assertThat(last().details()).containsEntry("count", Integer.toString(1000 - Audit.MOST_OF_ONE));
    assertThat(entries()).hasSize(Audit.MOST_OF_ONE + 2);
  }

  @Test
  void a_thousand_refusals_of_one_caller_are_so_many_entries_and_no_commit_each() {
    var audit = staff.staff().audit();
    for (int i = 0; i < 1000; i++) {
      audit.refused(ANNA, ORIGIN, Action.DOOR_REQUEST, ErrorCode.LIMIT_EXCEEDED);
    }
    assertThat(entries()).hasSize(Audit.MOST_OF_ONE);
    // Others are noted as if nothing was.
    audit.refused(READER, ORIGIN, Action.DOOR_REQUEST, ErrorCode.LIMIT_EXCEEDED);
    assertThat(last().who().caller()).isEqualTo("rita");
    clock.advance(Duration.ofMinutes(2));
    audit.tell();
    assertThat(entries()).hasSize(Audit.MOST_OF_ONE + 2);
    assertThat(last().who().caller()).isEqualTo("anna");
    assertThat(last().details()).containsEntry("count", Integer.toString(1000 - Audit.MOST_OF_ONE));
  }

  @Test
  void what_is_refused_after_a_storm_is_named_and_not_only_counted() {
    var audit = staff.staff().audit();
    for (int i = 0; i < 1000; i++) {
      audit.refused(ANNA, ORIGIN, Action.DOOR_REQUEST, ErrorCode.LIMIT_EXCEEDED);
    }
    clock.advance(Duration.ofMinutes(2));
    audit.refused(ANNA, ORIGIN, Action.TOKEN_CREATE, ErrorCode.FORBIDDEN);
    assertThat(last().action()).isEqualTo("token.create");
    assertThat(last().details()).containsKey("count");
  }

  @Test
  void strangers_at_any_number_of_addresses_hide_no_refusal_of_a_caller() {
    var audit = staff.staff().audit();
    var address = Origin.by(Origin.Surface.REST);
    for (int i = 0; i < 3_000; i++) {
      audit.refused(null, address.from("10.0.0." + i), Action.DOOR_ENTER, ErrorCode.UNAUTHORIZED);
    }
    int before = entries().size();
    assertThat(before).isLessThan(1_000);

    for (int i = 0; i < Audit.MOST_OF_ONE; i++) {
      audit.refused(ANNA, ORIGIN, Action.DOOR_REQUEST, ErrorCode.LIMIT_EXCEEDED);
    }

    assertThat(entries()).hasSize(before + Audit.MOST_OF_ONE);
    assertThat(last().who().caller()).isEqualTo("anna");
  }

  @Test
  void a_thousand_reads_of_the_same_are_some_entries_and_one_that_counts_the_rest() {
    var audit = staff.staff().audit();
    var one = staff.run(start("hang"));
    var two = staff.run(start("hang"));
    for (int i = 0; i < 1000; i++) {
      audit.read(READER);
      audit.read(READER, one);
      audit.read(Caller.linkedTo(one.id(), "g" + i), one);
    }
    assertThat(entries()).hasSize(2 + 3 * Reads.MOST_OF_ONE);
    audit.read(READER, two);
    assertThat(entries()).hasSize(3 + 3 * Reads.MOST_OF_ONE);
    assertThat(last().subject().id()).isEqualTo(two.id().text());

    clock.advance(Duration.ofMinutes(1));
    audit.tell();

    var sums = entries().subList(3 + 3 * Reads.MOST_OF_ONE, entries().size());
    assertThat(sums).extracting(AuditEntry::action).containsOnly("audit.read", "payload.read");
    assertThat(sums)
        .hasSize(3)
        .extracting(it -> it.details().get("count"))
        .containsOnly(Integer.toString(1000 - Reads.MOST_OF_ONE));
    audit.read(READER);
    assertThat(last().details()).isEmpty();
    assertThat(entries()).hasSize(7 + 3 * Reads.MOST_OF_ONE);
  }

  @Test
  void who_reads_ever_other_things_leaves_so_many_entries_and_hides_no_other_reader() {
    var audit = staff.staff().audit();
    var run = staff.run(start("hang"));
    for (int i = 0; i < 200; i++) {
      var id = RunId.random(RunId.Prefix.AGENT, new Random(i));
      audit.reading(READER, Action.RUN_EXPORT, Subject.run(id), () -> "");
    }
    assertThat(entries()).hasSize(1 + Reads.MOST_THINGS);

    var other = new Caller("walter", "walter", Caller.Scope.WATCH, null);
    audit.read(other, run);

    assertThat(last().who().caller()).isEqualTo("walter");
    audit.end();
    assertThat(actions()).endsWith("payload.read", "run.export", "house.stop");
    assertThat(entries().get(entries().size() - 2).details())
        .containsEntry("count", Integer.toString(200 - Reads.MOST_THINGS));
  }

  @Test
  void many_readers_are_told_apart_only_so_far() {
    var audit = staff.staff().audit();
    for (int i = 0; i < 500; i++) {
      audit.read(new Caller("r" + i, "r" + i, Caller.Scope.WATCH, null));
    }
    assertThat(entries()).hasSize(Reads.MOST_READERS + Reads.MOST_OF_ONE);
    audit.end();
    assertThat(entries()).hasSize(Reads.MOST_READERS + Reads.MOST_OF_ONE + 2);
  }

  @Test
  void a_change_that_is_not_kept_leaves_no_entry_that_it_was_made() {
    var run = start("hang");
    refused(() -> staff.staff().answer(ANNA, run, "no-such-need", "x"));
    assertThat(entries()).extracting(AuditEntry::action).containsExactly("run.start", "run.answer");
    assertThat(last().result().code()).isEqualTo(ErrorCode.CONFLICT);
  }

  private RunId start(String script) {
    return staff.staff().start(ANNA, StartRequest.of("player", script)).id();
  }

  private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(RetinueException.class);
  }

  private List<AuditLine> lines() {
    return data.runs().audit().after(0, 10_000);
  }

  private List<AuditEntry> entries() {
    return lines().stream().map(AuditLine::entry).toList();
  }

  private List<String> actions() {
    return entries().stream().map(AuditEntry::action).toList();
  }

  private List<String> texts() {
    return lines().stream().map(AuditLine::text).toList();
  }

  private AuditEntry last() {
    return lines().getLast().entry();
  }
}
