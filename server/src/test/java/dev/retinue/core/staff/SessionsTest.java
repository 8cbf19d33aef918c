package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Money;
import dev.retinue.core.Retention;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.State;
import dev.retinue.core.port.Conversation.Turn;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.core.staff.Sessions.Opening;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionsTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Caller BERT = new Caller("bert", "bert", Caller.Scope.RUN, null);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final SessionLimits FEW =
      new SessionLimits(3, 2, 10, MINUTE, 2, 4, 2_000, Duration.ofMinutes(1));

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private TestStaff staff;

  @BeforeEach
  void open() {
    staff = staffWith(FEW);
  }

  private TestStaff staffWith(SessionLimits limits) {
    var rules = new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, Roots.NONE, limits);
    return TestStaff.in(folder, clock, rules).hire("player", "").begin(new ScriptedRuntime(clock));
  }

  @AfterEach
  void close() {
    staff.close();
  }

  @Test
  void a_message_is_answered_by_a_run_and_the_conversation_is_read_backwards() {
    var session = sessions().open(ANNA, "player", "talk");
    end(send(session, "say one\ncomplete One"));
    end(send(session, "say two\ncomplete Two"));

    var said = turns(session);
    assertThat(said)
        .extracting(Turn::message)
        .containsExactly("say two\ncomplete Two", "say one\ncomplete One");
    assertThat(sessions().require(ANNA, session.id()).past().turns()).isEqualTo(2);
    assertThat(sessions().require(ANNA, session.id()).busy()).isFalse();
  }

  @Test
  void a_second_sender_gets_a_conflict_or_the_queue_as_he_chooses() {
    var session = sessions().open(ANNA, "player", null);
    var first = send(session, "hang");
    assertThatThrownBy(() -> send(session, "complete Two"))
        .hasMessageContaining("is busy with run '%s'".formatted(first.id()));
    var second = sendInLine(session, "complete Two");
    var third = sendInLine(session, "complete Three");
    assertThat(second.state()).isInstanceOf(State.Ready.class);
    assertThatThrownBy(() -> sendInLine(session, "complete Four"))
        .isInstanceOfSatisfying(
            RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));

    sessions().interrupt(ANNA, session.id(), false);

    assertThat(end(second).state()).isInstanceOf(State.Completed.class);
    assertThat(end(third).state()).isInstanceOf(State.Completed.class);
    assertThat(turns(session))
        .extracting(it -> it.run().id())
        .containsExactly(third.id(), second.id(), first.id());
  }

  @Test
  void a_message_that_waits_begins_only_in_its_turn_and_may_be_stopped_before() {
    var session = sessions().open(ANNA, "player", null);
    send(session, "hang");
    var second = sendInLine(session, "complete Two");
    assertThatThrownBy(() -> staff.staff().queue(ANNA, second.id()))
        .hasMessageContaining("waits for its turn");
    staff.staff().stop(ANNA, second.id(), "not needed");
    assertThat(sessions().require(ANNA, session.id()).queue()).isEmpty();
    assertThat(turns(session)).hasSize(2);
  }

  @Test
  void closing_stops_what_is_at_work_and_what_waits_and_keeps_what_was_said() {
    var session = sessions().open(ANNA, "player", null);
    var first = send(session, "say hello\nhang");
    var second = sendInLine(session, "complete Two");
    sessions().close(ANNA, session.id());
    assertThat(end(first).state()).isInstanceOf(State.Stopped.class);
    assertThat(end(second).state()).isInstanceOf(State.Stopped.class);
    assertThat(sessions().close(ANNA, session.id()).closed()).isTrue();
    assertThatThrownBy(() -> send(session, "complete Three")).hasMessageContaining("is closed");
    assertThat(turns(session)).hasSize(2);
  }

  @Test
  void what_waits_survives_a_restart_and_has_its_turn() {
    var session = sessions().open(ANNA, "player", null);
    var first = send(session, "hang");
    var second = sendInLine(session, "complete Two");
    staff.close();
    staff = staffWith(FEW);
    staff.staff().stop(ANNA, first.id(), "enough");
    assertThat(end(second).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void the_budget_holds_for_all_turns_together() {
    var session =
        sessions()
            .open(
                ANNA, new Opening("player", null, null, Budget.cost(Money.usd("1")), null, false));
    end(send(session, "spend 0.6\ncomplete One"));
    var over = end(send(session, "charge 0.6\ncomplete Two"));
    assertThat(over.commission().terms().budget().maxCost()).isEqualTo(Money.usd("0.4"));
    assertThat(over.state()).isInstanceOf(State.Failed.class);
    assertThatThrownBy(() -> send(session, "complete Three"))
        .hasMessageContaining("The budget of session '%s' is used up".formatted(session.id()));
  }

  @Test
  void a_message_that_waited_has_what_those_before_it_left() {
    var session =
        sessions()
            .open(
                ANNA, new Opening("player", null, null, Budget.cost(Money.usd("1")), null, false));
    var first = send(session, "spend 0.9\nask go?\ncomplete One");
    var asking = staff.await(first.id(), run -> !run.needs().isEmpty());
    var second = sendInLine(session, "spend 0.2\ncomplete Two");
    staff.staff().answer(ANNA, first.id(), asking.needs().getFirst().id(), "yes");
    assertThat(end(second).state()).isInstanceOf(State.Failed.class);
  }

  @Test
  void a_fork_has_what_was_said_before_and_goes_its_own_way() {
    var session = sessions().open(ANNA, "player", "talk");
    var first = end(send(session, "complete One"));
    var second = end(send(session, "complete Two"));
    var fork = sessions().fork(ANNA, session.id(), "other", first.id());
    end(send(fork, "complete Other"));
    end(send(session, "complete Three"));

    assertThat(turns(fork))
        .extracting(Turn::message)
        .containsExactly("complete Other", "complete One");
    var again = sessions().fork(ANNA, fork.id(), null, null);
    assertThat(turns(again))
        .extracting(Turn::message)
        .containsExactly("complete Other", "complete One");
    assertThat(turns(session)).hasSize(3);
    assertThatThrownBy(() -> sessions().fork(ANNA, fork.id(), null, second.id()))
        .hasMessageContaining("There is no run '%s'".formatted(second.id()));
  }

  /// The end of the first is the turn of the second, while both are being stopped.
  @Test
  void a_run_whose_own_conversation_waits_in_line_is_stopped_with_all_of_it() {
    staff.close();
    var one = new Limits(1, 1, 5, 100, 100);
    var rules = new Rules(one, Rate.ANY, Rate.ANY, Roots.NONE, FEW);
    staff =
        TestStaff.in(folder, clock, rules)
            .hire("player", "")
            .hire("other", "")
            .begin(new ScriptedRuntime(clock));
    var above = staff.staff().start(ANNA, StartRequest.of("player", "ask Well?"));
    var asking = staff.await(above.id(), run -> !run.needs().isEmpty());
    var me = Crew.callerOf(asking);
    var session = sessions().open(me, "other", null).id();
    var first = sessions().send(me, session, new Message("hang"));
    assertThat(first.state()).isInstanceOf(State.Queued.class);
    var second = sessions().send(me, session, new Message("hang", true, Map.of(), null));
    staff.staff().stop(ANNA, above.id(), "enough");
    assertThat(end(first).state()).isInstanceOf(State.Stopped.class);
    assertThat(end(second).state()).isInstanceOf(State.Stopped.class);
    assertThat(end(above).state()).isInstanceOf(State.Stopped.class);
  }

  @Test
  void a_session_for_one_answer_still_answers_what_was_said_meanwhile() {
    var once = new Opening("player", null, null, Budget.UNLIMITED, null, true);
    var session = sessions().open(ANNA, once);
    send(session, "hang");
    var second = sendInLine(session, "complete Two");
    sessions().interrupt(ANNA, session.id(), false);
    assertThat(end(second).state()).isInstanceOf(State.Completed.class);
    assertThat(sessions().require(ANNA, session.id()).closed()).isTrue();
    var fork = sessions().fork(ANNA, session.id(), null, null);
    end(send(fork, "complete Three"));
    end(send(fork, "complete Four"));
  }

  @Test
  void who_interrupts_one_message_stops_no_other() {
    var session = sessions().open(ANNA, "player", null);
    var first = send(session, "hang");
    var second = sendInLine(session, "hang");
    assertThat(sessions().interrupt(ANNA, session.id(), second.id(), false)).hasSize(1);
    assertThat(end(second).state()).isInstanceOf(State.Stopped.class);
    assertThat(sessions().require(ANNA, session.id()).turn()).isEqualTo(first.id());
    assertThat(sessions().atHand().counts().busy()).isOne();
    assertThat(sessions().interrupt(ANNA, session.id(), second.id(), false)).isEmpty();
    assertThat(staff.run(first.id()).ended()).isFalse();
  }

  @Test
  void a_budget_for_runs_holds_for_all_turns_together() {
    var budget = new Budget(null, null, null, null, 1L);
    var opening = new Opening("player", null, null, budget, null, false);
    var session = sessions().open(ANNA, opening);
    staff.hire("other", "");
    end(send(session, "start other: complete Below\nawait\ncomplete One"));
    var second = end(send(session, "start other: complete Below\nawait\ncomplete Two"));
    assertThat(second.commission().terms().budget().maxRuns()).isZero();
    assertThat(second.state()).isInstanceOf(State.Failed.class);
  }

  @Test
  void another_caller_finds_nothing() {
    var session = sessions().open(ANNA, "player", null).id();
    var nothing = "There is no session '%s'.".formatted(session);
    assertThatThrownBy(() -> sessions().require(BERT, session)).hasMessage(nothing);
    assertThatThrownBy(() -> sessions().send(BERT, session, new Message("x"))).hasMessage(nothing);
    assertThatThrownBy(() -> sessions().steer(BERT, session, "x")).hasMessage(nothing);
    assertThatThrownBy(() -> sessions().close(BERT, session)).hasMessage(nothing);
    assertThatThrownBy(() -> sessions().fork(BERT, session, null, null)).hasMessage(nothing);
    assertThatThrownBy(() -> sessions().transfer(BERT, session, "player")).hasMessage(nothing);
    assertThatThrownBy(() -> sessions().interrupt(BERT, session, true)).hasMessage(nothing);
    assertThat(sessions().list(BERT, true, 10)).isEmpty();
  }

  @Test
  void those_not_used_for_the_longest_time_are_put_away_and_come_back() {
    var first = sessions().open(ANNA, "player", null);
    sessions().open(ANNA, "player", null);
    sessions().open(ANNA, "player", null);
    var hand = sessions().atHand();
    assertThat(hand.has(first.id())).isFalse();
    assertThat(hand.counts().open()).isEqualTo(2);
    assertThat(hand.counts().putAway()).isOne();

    end(send(first, "complete One"));
    assertThat(hand.has(first.id())).isTrue();
    assertThat(turns(first)).hasSize(1);
    clock.advance(MINUTE);
    assertThat(hand.counts().open()).isZero();
    end(send(first, "complete Two"));
    assertThat(turns(first)).hasSize(2);
  }

  @Test
  void one_that_everybody_has_forgotten_is_closed_and_one_without_a_word_goes() {
    var talked = sessions().open(ANNA, "player", null);
    end(send(talked, "complete One"));
    var empty = sessions().open(ANNA, "player", null);
    var day = Duration.ofDays(1);
    var rules = new Retention(Duration.ofDays(5), 100, 1_000_000, day);
    staff.clean(rules);
    assertThat(sessions().require(ANNA, talked.id()).closed()).isFalse();
    clock.advance(day.plusSeconds(1));
    staff.clean(rules);
    assertThat(sessions().require(ANNA, talked.id()).closed()).isTrue();
    assertThat(sessions().require(ANNA, empty.id()).closed()).isTrue();
    clock.advance(Duration.ofDays(6));
    staff.clean(rules);
    assertThatThrownBy(() -> sessions().require(ANNA, empty.id()))
        .hasMessageContaining("There is no session");
  }

  @Test
  void what_a_fork_goes_on_with_stays_as_long_as_the_fork_is_open() {
    var session = sessions().open(ANNA, "player", null);
    var first = end(send(session, "complete One"));
    staff.staff().markSeen(ANNA, List.of(first));
    var fork = sessions().fork(ANNA, session.id(), null, null);
    var again = sessions().fork(ANNA, fork.id(), null, null);
    sessions().close(ANNA, session.id());
    sessions().close(ANNA, fork.id());
    var nothing = new Retention(Duration.ZERO, 0, 0, Duration.ofDays(9));
    clock.advance(MINUTE);
    staff.clean(nothing);
    assertThat(turns(again)).hasSize(1);
    sessions().close(ANNA, again.id());
    staff.clean(nothing);
    assertThat(staff.all()).isEmpty();
  }

  @Test
  void where_somebody_speaks_in_all_of_them_another_is_refused() {
    var open = new ArrayList<Session>();
    for (int i = 0; i < 2; i++) {
      var session = sessions().open(ANNA, "player", null);
      send(session, "hang");
      open.add(session);
    }
    assertThatThrownBy(() -> sessions().open(ANNA, "player", null))
        .hasMessageStartingWith("maximum sessions (2) reached");
    assertThat(sessions().atHand().counts().busy()).isEqualTo(2);
    sessions().close(ANNA, open.getFirst().id());
    sessions().open(ANNA, "player", null);
    sessions().open(BERT, "player", null);
  }

  @Test
  void a_session_has_no_more_messages_and_bytes_than_allowed() {
    var session = sessions().open(ANNA, "player", null);
    for (int i = 0; i < 4; i++) {
      end(send(session, "complete Yes"));
    }
    assertThatThrownBy(() -> send(session, "complete No")).hasMessageContaining("has 4 messages");
    var other = sessions().open(ANNA, "player", null);
    assertThatThrownBy(() -> send(other, "say %s".formatted("x".repeat(2_000))))
        .hasMessageContaining("more than 2000 bytes");
  }

  @Test
  void one_for_a_single_message_is_closed_with_its_answer() {
    var once = new Opening("player", null, null, Budget.UNLIMITED, null, true);
    var session = sessions().open(ANNA, once);
    end(send(session, "complete One"));
    assertThat(sessions().require(ANNA, session.id()).closed()).isTrue();
  }

  @Test
  void nobody_can_be_told_anything_where_nobody_hears() {
    var session = sessions().open(ANNA, "player", null);
    assertThatThrownBy(() -> sessions().steer(ANNA, session.id(), "left"))
        .hasMessageContaining("Nobody speaks");
    send(session, "hang");
    assertThat(sessions().steer(ANNA, session.id(), "left")).isFalse();
  }

  @Test
  void a_session_cannot_be_given_to_somebody_who_has_nothing_to_do_with_it() {
    staff.hire("stranger", "");
    var session = sessions().open(ANNA, "player", null);
    assertThatThrownBy(() -> sessions().transfer(ANNA, session.id(), "stranger"))
        .hasMessageContaining("cannot be given to 'stranger'. Those who can have it are: player.");
    assertThat(sessions().transfer(ANNA, session.id(), "player").agent()).isEqualTo("player");
  }

  private Sessions sessions() {
    return staff.staff().sessions();
  }

  private Run send(Session session, String text) {
    return sessions().send(ANNA, session.id(), new Message(text));
  }

  private Run sendInLine(Session session, String text) {
    return sessions().send(ANNA, session.id(), new Message(text, true, Map.of(), null));
  }

  private List<Turn> turns(Session session) {
    var all = new ArrayList<Turn>();
    sessions().conversation(ANNA, session.id()).backwards().forEach(all::add);
    return all;
  }

  private Run end(Run run) {
    return end(run.id());
  }

  /// Until nothing of it is at work.
  private Run end(RunId id) {
    return staff.await(id, run -> run.ended() && !run.ending());
  }
}
