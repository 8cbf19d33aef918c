package dev.retinue.core.staff;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Blob;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Dossier;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.State;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StaffTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Caller BERT = new Caller("bert", "bert", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private TestStaff staff;

  @BeforeEach
  void open() {
    var clock = new TestClock();
    staff =
        TestStaff.in(folder, clock)
            .hire("player", "")
            .hire("sleeper", "hang")
            .begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  @Test
  void a_run_is_accepted_at_once_and_ends_by_itself() {
    var run = staff.staff().start(ANNA, StartRequest.of("player", "say hello\ncomplete Done"));

    assertThat(run.state()).isInstanceOf(State.Queued.class);
    var ended = staff.awaitEnd(run.id());
    assertThat(ended.state())
        .isEqualTo(new State.Completed(TestClock.NOON, "Done", State.Evidence.CLAIMED));
    assertThat(staff.events(run.id()))
        .extracting(event -> event.getClass().getSimpleName())
        .startsWith("Created", "Queued", "Started")
        .endsWith("Completed", "Released");
  }

  @Test
  void a_run_that_is_made_without_work_waits_for_it() {
    var made =
        staff
            .staff()
            .start(
                ANNA,
                new StartRequest("player", null, StartRequest.Manner.PLAIN, Terms.NONE, null));
    assertThat(made.state()).isInstanceOf(State.Ready.class);
    assertThatThrownBy(() -> staff.staff().queue(ANNA, made.id()))
        .hasMessage("Run '%s' has no work yet; give it some first.".formatted(made.id()));

    staff.staff().define(ANNA, made.id(), "complete One");
    staff.staff().define(ANNA, made.id(), "complete Two");
    staff.staff().queue(ANNA, made.id());

    assertThat(staff.awaitEnd(made.id()).state())
        .isInstanceOfSatisfying(
            State.Completed.class, state -> assertThat(state.summary()).isEqualTo("Two"));
    assertThatThrownBy(() -> staff.staff().define(ANNA, made.id(), "complete Three"))
        .hasMessageContaining("is completed; only a ready one can be given its work");
  }

  @Test
  void stopping_is_true_at_once_and_harmless_when_repeated() {
    var run = staff.staff().start(ANNA, StartRequest.of("sleeper", "sleep")).id();
    staff.await(run, it -> it.state() instanceof State.Running);

    var stopped = staff.staff().stop(ANNA, run, "enough");
    var again = staff.staff().stop(ANNA, run, "enough, I said");

    assertThat(stopped.state()).isEqualTo(new State.Stopped(TestClock.NOON, "enough"));
    assertThat(again.state()).isEqualTo(stopped.state());
    assertThat(staff.awaitEnd(run).ending()).isFalse();
    assertThat(staff.events(run).stream().filter(it -> it instanceof RunEvent.Stopped)).hasSize(1);
  }

  @Test
  void a_slot_is_free_only_when_nothing_of_its_run_is_left() {
    var run =
        staff
            .staff()
            .start(ANNA, StartRequest.of("player", "ignore-stop 300ms\nsay here\nhang"))
            .id();
    staff.awaitEvent(run, it -> it instanceof RunEvent.Said);

    var stopped = staff.staff().stop(ANNA, run, "enough");

    assertThat(stopped.ending()).isTrue();
    assertThat(staff.awaitEnd(run).tenure().occupied()).isFalse();
  }

  @Test
  void a_result_that_comes_after_the_stop_is_kept_beside_it() {
    var run = staff.staff().start(ANNA, StartRequest.of("sleeper", "sleep")).id();
    staff.await(run, it -> it.state() instanceof State.Running);
    staff.staff().stop(ANNA, run, "enough");

    var late = staff.staff().complete(ANNA, run, "Done after all", bytes("result"));
    var later = staff.staff().complete(ANNA, run, "Once more", bytes("other"));

    assertThat(late.state()).isInstanceOf(State.Stopped.class);
    assertThat(later.dossier().late())
        .isEqualTo(new Dossier.Late(TestClock.NOON, "Done after all"));
    assertThat(staff.text(later.dossier().payload())).isEqualTo("result");
  }

  @Test
  void of_many_who_end_a_run_exactly_one_does() {
    var run = staff.staff().start(ANNA, StartRequest.of("sleeper", "sleep")).id();
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 100; i++) {
        int me = i;
        crowd.execute(
            () -> {
              if (me % 2 == 0) {
                staff.staff().stop(ANNA, run, "by " + me);
              } else {
                staff.staff().complete(ANNA, run, "by " + me, bytes("payload of " + me));
              }
            });
      }
    }

    var ended = staff.awaitEnd(run);
    var endings =
        staff.events(run).stream()
            .filter(it -> it instanceof RunEvent.Stopped || it instanceof RunEvent.Completed)
            .toList();
    assertThat(endings).hasSize(1);
    if (ended.state() instanceof State.Completed(var _, var summary, var _)) {
      assertThat(staff.text(ended.dossier().payload()))
          .isEqualTo("payload of " + summary.substring(3));
    }
  }

  @Test
  void a_payload_is_built_piece_by_piece_and_read_as_one() {
    var run = staff.staff().start(ANNA, StartRequest.of("sleeper", "sleep")).id();
    staff.await(run, it -> it.state() instanceof State.Running);

    staff.staff().appendPayload(ANNA, run, bytes("one "));
    staff.staff().appendPayload(ANNA, run, bytes("two "));
    var done = staff.staff().complete(ANNA, run, "Done", bytes("three"));

    assertThat(staff.text(done.dossier().payload())).isEqualTo("one two three");
    assertThat(done.dossier().payload()).extracting(Blob::pieces).isEqualTo(1);
    assertThatThrownBy(() -> staff.staff().appendPayload(ANNA, run, bytes("four")))
        .hasMessageContaining("is completed");
  }

  @Test
  void what_belongs_to_another_caller_looks_like_what_does_not_exist() {
    var run = staff.staff().start(ANNA, StartRequest.of("sleeper", "sleep")).id();
    var sentence = "There is no run '%s'.".formatted(run);

    assertThat(staff.staff().find(BERT, run)).isEmpty();
    assertThatThrownBy(() -> staff.staff().stop(BERT, run, "no")).hasMessage(sentence);
    assertThatThrownBy(() -> staff.staff().complete(BERT, run, "no", bytes("")))
        .hasMessage(sentence);
    assertThatThrownBy(() -> staff.staff().answer(BERT, run, "q", "no")).hasMessage(sentence);
    assertThatThrownBy(() -> staff.staff().raise(BERT, run, Budget.UNLIMITED)).hasMessage(sentence);
    assertThatThrownBy(() -> staff.staff().restart(BERT, run)).hasMessage(sentence);
    assertThatThrownBy(() -> staff.staff().feed().read(BERT, run, 0, 1)).hasMessage(sentence);
    assertThat(staff.staff().find(OWNER, run)).as("the owner sees everything").isPresent();
  }

  @Test
  void who_may_only_read_starts_and_ends_nothing() {
    var reader = new Caller("anna", "reader", Caller.Scope.READ, null);
    var run = staff.staff().start(ANNA, StartRequest.of("sleeper", "sleep")).id();

    assertThat(staff.staff().find(reader, run)).isPresent();
    assertThatThrownBy(() -> staff.staff().start(reader, StartRequest.of("player", "say no")))
        .hasMessage("The token of 'reader' may only read; this needs one with the scope 'run'.");
    assertThatThrownBy(() -> staff.staff().stop(reader, run, "no")).hasMessageContaining("scope");
  }

  @Test
  void a_start_that_is_retried_does_not_start_twice() {
    var request =
        StartRequest.of("player", "complete Done")
            .once(new StartKey("anna", "agent_start", "key-1", "digest-1"));
    var first = staff.staff().start(ANNA, request);

    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        crowd.execute(() -> staff.staff().start(ANNA, request));
      }
    }

    assertThat(staff.staff().start(ANNA, request).id()).isEqualTo(first.id());
    assertThat(staff.all()).hasSize(1);
    var other = request.once(new StartKey("anna", "agent_start", "key-1", "digest-2"));
    assertThatThrownBy(() -> staff.staff().start(ANNA, other))
        .hasMessageContaining("'key-1' was used for a start with other arguments");
  }

  @Test
  void a_restart_is_a_new_run_that_names_the_old_one() {
    var run = staff.staff().start(ANNA, StartRequest.of("player", "complete Done")).id();
    staff.awaitEnd(run);

    var again = staff.staff().restart(ANNA, run);

    assertThat(again.id()).isNotEqualTo(run);
    assertThat(again.commission().labels()).containsEntry("restart_of", run.text());
    assertThat(staff.awaitEnd(again.id()).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void a_question_waits_until_it_is_answered_and_only_then_is_an_answer_taken() {
    var run =
        staff
            .staff()
            .start(ANNA, StartRequest.of("player", "ask Which colour?\ncomplete {answer} it is"))
            .id();
    var waiting = staff.await(run, it -> it.state() instanceof State.Waiting);
    var need = waiting.needs().getFirst();
    assertThat(need.text()).isEqualTo("Which colour?");
    assertThatThrownBy(() -> staff.staff().answer(ANNA, run, "other", "x"))
        .hasMessageContaining("does not wait for 'other'");

    staff.staff().answer(ANNA, run, need.id(), "Blue");

    assertThat(staff.awaitEnd(run).state())
        .isInstanceOfSatisfying(
            State.Completed.class, it -> assertThat(it.summary()).isEqualTo("Blue it is"));
  }

  @Test
  void a_runtime_that_breaks_down_is_a_failure_and_not_a_run_for_ever() {
    var run = staff.staff().start(ANNA, StartRequest.of("player", "say before\ncrash")).id();

    assertThat(staff.awaitEnd(run).state())
        .isInstanceOfSatisfying(
            State.Failed.class,
            failed -> assertThat(failed.reason()).isEqualTo(FailureReason.ERROR));
  }

  @Test
  void sessions_have_one_turn_at_a_time() {
    var sessions = staff.staff().sessions();
    var session = sessions.open(ANNA, "sleeper", "talk");
    var terms = new Terms(Budget.UNLIMITED, true, null, session.id());
    var turn = staff.staff().start(ANNA, StartRequest.of("sleeper", "sleep").under(terms));

    assertThatThrownBy(
            () -> staff.staff().start(ANNA, StartRequest.of("sleeper", "sleep").under(terms)))
        .hasMessageContaining("is busy with run '%s'".formatted(turn.id()));
    staff.staff().stop(ANNA, turn.id(), "next");
    staff.await(turn.id(), run -> !run.ending());
    assertThat(sessions.require(ANNA, session.id()).turn()).isNull();
    var next = staff.staff().start(ANNA, StartRequest.of("sleeper", "sleep").under(terms));
    assertThat(next.state()).isInstanceOf(State.Queued.class);
    assertThatThrownBy(() -> sessions.require(BERT, session.id()))
        .hasMessage("There is no session '%s'.".formatted(session.id()));
    sessions.close(ANNA, session.id());
    assertThat(sessions.close(ANNA, session.id()).closed()).isTrue();
  }

  @Test
  void nonsense_is_refused_with_a_sentence() {
    assertThatThrownBy(() -> staff.staff().start(ANNA, StartRequest.of("plyer", "x")))
        .hasMessage("There is no agent 'plyer' on the staff. Did you mean 'player'?");
    assertThatThrownBy(() -> staff.staff().start(ANNA, StartRequest.of("player", "  ")))
        .hasMessage("There is no work in an empty text.");
    assertThatThrownBy(() -> staff.staff().start(ANNA, StartRequest.of("player", "a\0b")))
        .hasMessageContaining("NUL");
    assertThatThrownBy(
            () -> staff.staff().start(ANNA, StartRequest.of("player", "x".repeat(1 << 21))))
        .hasMessageContaining("put the rest in a file");
    for (var model : List.of("m\0", "m\ud800", "m\n", "m\u001b[31m", "m".repeat(201))) {
      var manner = new StartRequest.Manner(RunId.Prefix.AGENT, model, Map.of());
      assertThatThrownBy(
              () ->
                  staff
                      .staff()
                      .start(ANNA, new StartRequest("player", "x", manner, Terms.NONE, null)))
          .hasMessageStartingWith("The name of the model has ");
    }
    for (var tool : List.of("Read(x),Edit(//etc/**)", "*", "Read(a(b))", "Read\n", "", "a b")) {
      var manner = new StartRequest.Manner(RunId.Prefix.SPAWN, null, Map.of(), List.of(tool), null);
      var request = new StartRequest("player", "x", manner, Terms.NONE, null);
      assertThatThrownBy(() -> staff.staff().start(ANNA, request)).hasMessageContaining(" tool");
    }
    assertThat(staff.all()).isEmpty();
    var run = staff.staff().start(ANNA, StartRequest.of("sleeper", "sleep")).id();
    assertThatThrownBy(() -> staff.staff().complete(ANNA, run, "x".repeat(40_000), bytes("")))
        .hasMessage("The summary has 40000 characters, and 32768 are allowed.");
    assertThatThrownBy(() -> staff.staff().stop(ANNA, run, "a\0b")).hasMessageContaining("NUL");
    assertThatThrownBy(() -> staff.staff().sessions().open(ANNA, "player", "x".repeat(201)))
        .hasMessageContaining("200 are allowed");
    assertThatThrownBy(() -> staff.staff().sessions().open(ANNA, "player", "two\nlines"))
        .hasMessageContaining("the end of a line");
  }

  @Test
  void half_of_a_character_is_refused_because_it_could_not_be_kept() {
    assertThatThrownBy(() -> staff.staff().start(ANNA, StartRequest.of("player", "say \ud83d")))
        .hasMessageContaining("half of a character");
  }

  @Test
  void runs_wait_in_line_for_a_slot_and_all_of_them_end() {
    for (int i = 0; i < 200; i++) {
      staff.staff().start(ANNA, StartRequest.of("player", "say here\ncomplete Done"));
    }
    for (var run : staff.all()) {
      staff.awaitEnd(run.id());
    }
    assertThat(staff.all()).hasSize(200).allMatch(Run::ended);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
