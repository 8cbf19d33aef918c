package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.llm.Turn;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What was read of conversations is kept, and never too much of it.
final class RecallTest {
  private static final int LONG = 300_000;

  private final Random random = new Random(1);
  private final Recall recall = new Recall();
  private int read;

  private Recall.Key turn() {
    return new Recall.Key(RunId.random(RunId.Prefix.AGENT, random), true);
  }

  private Recall.Block read(Recall.Key key, long length) {
    return recall.of(
        key,
        () -> {
          read++;
          return new Recall.Block(List.of(new Turn.Asked("message " + read)), length, false);
        });
  }

  @Test
  void a_turn_is_read_once() {
    var first = turn();

    var block = read(first, 10);

    assertThat(read(first, 10)).isSameAs(block);
    assertThat(read).isEqualTo(1);
  }

  @Test
  void its_own_agent_and_others_read_it_in_different_ways() {
    var own = turn();
    read(own, 10);

    var others = read(new Recall.Key(own.run(), false), 10);

    assertThat(others.turns()).containsExactly(new Turn.Asked("message 2"));
  }

  @Test
  void what_was_not_needed_for_the_longest_time_is_forgotten_first() {
    var first = turn();
    var second = turn();
    read(first, LONG);
    read(second, LONG);
    read(turn(), LONG);
    read(first, LONG);
    read(turn(), LONG);
    int before = read;

    read(first, LONG);
    assertThat(read).isEqualTo(before);
    read(second, LONG);
    assertThat(read).isEqualTo(before + 1);
  }

  @Test
  void no_more_is_kept_than_a_million_characters_however_short_or_long_turns_are() {
    for (int i = 0; i < 5000; i++) {
      read(turn(), 1);
    }
    assertThat(recall.characters()).isBetween(900_000L, 1_000_000L);
    read(turn(), 2_000_000);
    assertThat(recall.characters()).isBetween(900_000L, 1_000_000L);
  }
}
