package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.Part;
import dev.retinue.llm.Turn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A model that is to see little of a conversation sees its beginning and its end.
class HistoryTest {
  /// The work, and so many calls with their results.
  private static List<Turn> conversation(int calls) {
    var turns = new ArrayList<Turn>();
    turns.add(new Turn.Asked("the work"));
    for (int i = 0; i < calls; i++) {
      turns.add(new Turn.Answered(List.of(new Part.Call("c" + i, "look", "{}", null))));
      turns.add(new Turn.Results(List.of(new Turn.Result("c" + i, "look", "r" + i, false))));
    }
    return turns;
  }

  @Test
  void all_of_it_is_seen_where_nothing_is_said_or_it_is_short() {
    var turns = conversation(5);
    assertThat(History.last(turns, 0)).isEqualTo(turns);
    assertThat(History.last(turns, 10)).isEqualTo(turns);
  }

  @Test
  void the_work_and_the_end_are_seen_and_no_result_without_its_call() {
    for (int calls = 1; calls < 40; calls++) {
      for (int most = 1; most < 12; most++) {
        var turns = conversation(calls);
        var seen = History.last(turns, most);
        assertThat(seen.getFirst()).isEqualTo(turns.getFirst());
        assertThat(seen.getLast()).isEqualTo(turns.getLast());
        assertThat(seen.size()).isLessThanOrEqualTo(Math.max(most, 2) + 1);
        assertThat(seen.size() < 2 || seen.get(1) instanceof Turn.Answered)
            .as("%d of %d calls", most, calls)
            .isTrue();
      }
    }
  }

  @Test
  void all_that_was_said_of_the_work_is_seen() {
    var turns = new ArrayList<>(conversation(10));
    turns.add(1, new Turn.Asked("what it means"));
    assertThat(History.last(turns, 4).subList(0, 2)).isEqualTo(turns.subList(0, 2));
  }

  @Test
  void most_questions_begin_as_the_one_before_did() {
    int changes = 0;
    Turn second = null;
    for (int calls = 10; calls < 50; calls++) {
      var seen = History.last(conversation(calls), 16);
      changes += seen.get(1).equals(second) ? 0 : 1;
      second = seen.get(1);
    }
    assertThat(changes).isLessThanOrEqualTo(12);
  }

  private static List<Turn> reading(int calls, int length) {
    var turns = new ArrayList<>(conversation(calls));
    turns.replaceAll(
        turn ->
            turn instanceof Turn.Results(var results)
                ? new Turn.Results(
                    List.of(
                        new Turn.Result(
                            results.getFirst().call(), "look", "x".repeat(length), false)))
                : turn);
    return turns;
  }

  private static long seen(List<Turn> turns) {
    return turns.stream()
        .filter(
            it -> it instanceof Turn.Results(var all) && all.getFirst().output().startsWith("x"))
        .count();
  }

  @Test
  void old_results_are_left_out_and_their_calls_are_not() {
    for (int calls = 1; calls < 40; calls++) {
      var turns = reading(calls, 1_000);
      var shown = History.withoutOldResults(turns, 10_000);
      assertThat(shown).hasSameSizeAs(turns);
      assertThat(shown.getLast()).isEqualTo(turns.getLast());
      assertThat(seen(shown)).isBetween((long) Math.min(calls, 10), 15L);
      assertThat(shown)
          .filteredOn(Turn.Answered.class::isInstance)
          .isEqualTo(turns.stream().filter(Turn.Answered.class::isInstance).toList());
    }
  }

  @Test
  void most_questions_begin_as_the_one_before_did_where_results_are_left_out() {
    int changes = 0;
    List<Turn> before = List.of();
    for (int calls = 16; calls < 66; calls++) {
      var shown = History.withoutOldResults(reading(calls, 1_000), 10_000);
      changes += shown.subList(0, before.size()).equals(before) ? 0 : 1;
      before = shown;
    }
    assertThat(changes).isLessThanOrEqualTo(10);
  }

  @Test
  void what_is_short_and_what_is_the_last_is_never_left_out() {
    assertThat(seen(History.withoutOldResults(reading(1, 1_000_000), 10_000))).isEqualTo(1);
    assertThat(seen(History.withoutOldResults(reading(300, 400), 10_000))).isEqualTo(300);
  }
}
