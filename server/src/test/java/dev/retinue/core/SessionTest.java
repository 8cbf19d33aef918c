package dev.retinue.core;

import static dev.retinue.core.Hostile.refused;
import static dev.retinue.core.Sample.NOON;
import static dev.retinue.core.Sample.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SessionTest {
  private static final RunId FIRST = id('a');
  private static final RunId SECOND = id('b');
  private static final Instant LATER = NOON.plusSeconds(60);
  private static final Session OPEN =
      new Session("s", "ada", "scribe", null, new Session.Times(NOON, NOON, null), null);

  @Test
  void one_message_is_answered_at_a_time() {
    var busy = OPEN.beginTurn(FIRST, LATER);
    assertThat(busy.turn()).isEqualTo(FIRST);
    assertThat(busy.times()).isEqualTo(new Session.Times(NOON, LATER, null));
    refused(ErrorCode.CONFLICT, () -> busy.beginTurn(SECOND, LATER));
    refused(ErrorCode.CONFLICT, () -> busy.beginTurn(FIRST, LATER));
    assertThat(busy.endTurn(FIRST, LATER).beginTurn(SECOND, LATER).turn()).isEqualTo(SECOND);
  }

  @Test
  void only_the_run_whose_turn_it_is_ends_it() {
    var busy = OPEN.beginTurn(FIRST, NOON);
    assertThat(busy.endTurn(SECOND, LATER)).isEqualTo(busy);
    assertThat(OPEN.endTurn(FIRST, LATER)).isEqualTo(OPEN);
    assertThat(busy.endTurn(FIRST, LATER).turn()).isNull();
    assertThat(busy.endTurn(FIRST, LATER).times().usedAt()).isEqualTo(LATER);
  }

  @Test
  void a_closed_session_takes_no_message_and_stays_closed() {
    var closed = OPEN.close(LATER);
    assertThat(closed.closed()).isTrue();
    assertThat(closed.close(LATER.plusSeconds(1))).isEqualTo(closed);
    assertThatThrownBy(() -> closed.beginTurn(FIRST, LATER))
        .hasMessage("Session 's' is closed; create another.");
  }

  @Test
  void a_turn_that_was_under_way_when_the_session_was_closed_still_ends() {
    var closing = OPEN.beginTurn(FIRST, NOON).close(LATER);
    assertThat(closing.turn()).isEqualTo(FIRST);
    var over = closing.endTurn(FIRST, LATER.plusSeconds(5));
    assertThat(over.turn()).isNull();
    assertThat(over.times().closedAt()).isEqualTo(LATER);
  }
}
