package dev.retinue.core;

import static dev.retinue.core.Hostile.refused;
import static dev.retinue.core.Sample.NOON;
import static dev.retinue.core.Sample.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SessionTest {
  private static final RunId FIRST = id('a');
  private static final RunId SECOND = id('b');
  private static final Instant LATER = NOON.plusSeconds(60);
  private static final RunId THIRD = id('c');
  private static final Session.Spoken SPOKEN =
      new Session.Spoken(Usage.cost(Money.usd("0.5")), 3, 7, 0);
  private static final Session OPEN =
      new Session("s", "ada", "scribe", null, new Session.Times(NOON, NOON, null), null);

  @Test
  void one_message_is_answered_at_a_time() {
    var busy = OPEN.beginTurn(FIRST, 5, LATER);
    assertThat(busy.turn()).isEqualTo(FIRST);
    assertThat(busy.times()).isEqualTo(new Session.Times(NOON, LATER, null));
    refused(ErrorCode.CONFLICT, () -> busy.beginTurn(SECOND, 5, LATER));
    refused(ErrorCode.CONFLICT, () -> busy.beginTurn(FIRST, 5, LATER));
    assertThat(busy.endTurn(FIRST, SPOKEN, LATER).beginTurn(SECOND, 5, LATER).turn())
        .isEqualTo(SECOND);
  }

  @Test
  void only_the_run_whose_turn_it_is_ends_it() {
    var busy = OPEN.beginTurn(FIRST, 5, NOON);
    assertThat(busy.endTurn(SECOND, SPOKEN, LATER)).isEqualTo(busy);
    assertThat(OPEN.endTurn(FIRST, SPOKEN, LATER)).isEqualTo(OPEN);
    assertThat(busy.endTurn(FIRST, SPOKEN, LATER).turn()).isNull();
    assertThat(busy.endTurn(FIRST, SPOKEN, LATER).times().usedAt()).isEqualTo(LATER);
  }

  @Test
  void a_closed_session_takes_no_message_and_stays_closed() {
    var closed = OPEN.close(LATER);
    assertThat(closed.closed()).isTrue();
    assertThat(closed.close(LATER.plusSeconds(1))).isEqualTo(closed);
    assertThatThrownBy(() -> closed.beginTurn(FIRST, 5, LATER))
        .hasMessage("Session 's' is closed; create another.");
  }

  @Test
  void a_turn_that_was_under_way_when_the_session_was_closed_still_ends() {
    var closing = OPEN.beginTurn(FIRST, 5, NOON).close(LATER);
    assertThat(closing.turn()).isEqualTo(FIRST);
    var over = closing.endTurn(FIRST, SPOKEN, LATER.plusSeconds(5));
    assertThat(over.turn()).isNull();
    assertThat(over.times().closedAt()).isEqualTo(LATER);
  }

  @Test
  void messages_that_wait_are_answered_in_their_order_and_are_no_more_than_allowed() {
    var busy = OPEN.beginTurn(FIRST, 5, NOON).waitTurn(SECOND, 5, 2, NOON);
    var full = busy.waitTurn(THIRD, 5, 2, NOON);
    refused(ErrorCode.LIMIT_EXCEEDED, () -> full.waitTurn(id('d'), 5, 2, LATER));
    assertThat(full.past().turns()).isEqualTo(3);
    var next = full.endTurn(FIRST, SPOKEN, LATER).nextTurn(LATER);
    assertThat(next.turn()).isEqualTo(SECOND);
    assertThat(next.queue()).containsExactly(THIRD);
  }

  @Test
  void a_message_that_was_stopped_before_its_turn_leaves_the_line() {
    var busy = OPEN.beginTurn(FIRST, 5, NOON).waitTurn(SECOND, 5, 2, NOON);
    var after = busy.endTurn(SECOND, SPOKEN, LATER);
    assertThat(after.queue()).isEmpty();
    assertThat(after.turn()).isEqualTo(FIRST);
    assertThat(after.past().usage()).isEqualTo(Usage.NONE);
  }

  @Test
  void it_counts_what_was_said_and_what_that_cost() {
    var over = OPEN.beginTurn(FIRST, 5, NOON).endTurn(FIRST, SPOKEN, LATER);
    var twice = over.beginTurn(SECOND, 5, LATER).endTurn(SECOND, SPOKEN, LATER);
    assertThat(twice.past().bytes()).isEqualTo(24);
    assertThat(twice.past().millis()).isEqualTo(6);
    assertThat(twice.past().usage().cost()).isEqualTo(Money.usd("1"));
    assertThat(twice.past().last()).isEqualTo(SECOND);
  }

  @Test
  void another_agent_answers_from_the_next_message_on() {
    var busy = OPEN.beginTurn(FIRST, 5, NOON);
    refused(ErrorCode.CONFLICT, () -> busy.transfer("editor", LATER));
    var given = busy.endTurn(FIRST, SPOKEN, LATER).transfer("editor", LATER);
    assertThat(given.agent()).isEqualTo("editor");
    assertThat(given.past().transfers())
        .containsExactly(new Session.Transfer(LATER, "scribe", "editor", FIRST));
    assertThat(given.transfer("editor", LATER)).isEqualTo(given);
  }

  @Test
  void of_transfers_before_the_same_message_the_last_one_counts() {
    var twice = OPEN.transfer("editor", NOON).transfer("printer", LATER);
    assertThat(twice.past().transfers())
        .containsExactly(new Session.Transfer(LATER, "scribe", "printer", null));
    var many = OPEN;
    for (int i = 0; i < 300; i++) {
      many = many.beginTurn(id((char) ('a' + i % 20)), 1, NOON);
      many = many.endTurn(Objects.requireNonNull(many.turn()), SPOKEN, NOON);
      many = many.transfer(i % 2 == 0 ? "editor" : "scribe", NOON);
    }
    assertThat(many.past().transfers()).hasSize(100);
  }
}
