package dev.retinue.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Commission;
import dev.retinue.core.Commission.AgentRef;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Lineage;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.line.Line.Waiting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class LineTest {
  private static final RandomGenerator RANDOM = RandomGenerator.of("L64X128MixRandom");

  private final Line line = new Line();

  private static Run run(String caller, Lineage lineage) {
    var agent = new AgentRef("a", "digest", "scripted", null);
    return Run.create(
        RunId.random(RunId.Prefix.AGENT, RANDOM),
        new Commission(caller, agent, lineage, Terms.NONE, Map.of(), Instant.EPOCH));
  }

  private Run add(String caller) {
    var run = run(caller, Lineage.ROOT);
    line.add(run);
    return run;
  }

  private List<String> next(int most) {
    return line.roots(most, _ -> true).stream().map(Waiting::caller).toList();
  }

  @Test
  void callers_take_turns() {
    for (int i = 0; i < 3; i++) {
      add("a");
    }
    add("b");
    add("c");
    assertThat(next(10)).containsExactly("a", "b", "c", "a", "a");
    assertThat(next(2)).containsExactly("a", "b");
  }

  @Test
  void whoever_had_his_turn_is_last_also_when_he_comes_anew() {
    var first = add("a");
    add("b");
    line.remove(line.roots(1, _ -> true).getFirst());
    line.hadTurn(first);
    assertThat(next(1)).containsExactly("b");
    add("a");
    assertThat(next(2)).containsExactly("b", "a");
    assertThat(line.roots(9, _ -> true)).extracting(Waiting::id).doesNotContain(first.id());
  }

  @Test
  void whoever_may_not_begin_is_passed() {
    add("a");
    add("a");
    add("b");
    assertThat(line.roots(9, it -> it.caller().equals("b")))
        .extracting(Waiting::caller)
        .containsExactly("b");
  }

  @Test
  void nobody_stands_in_line_twice() {
    var run = add("a");
    line.add(run);
    assertThat(line.size()).isEqualTo(1);
    line.remove(line.roots(1, _ -> true).getFirst());
    assertThat(line.size()).isZero();
  }

  private Run addBelow(String caller) {
    var link = new Lineage.Link(run(caller, Lineage.ROOT).id(), "x", true);
    var run = run(caller, new Lineage(List.of(link)));
    line.add(run);
    return run;
  }

  private List<String> nextBelow(int most) {
    return line.below(most, _ -> true).stream().map(Waiting::caller).toList();
  }

  @Test
  void callers_take_turns_also_with_those_below_others() {
    var first = addBelow("a");
    addBelow("a");
    addBelow("a");
    addBelow("b");
    assertThat(nextBelow(10)).containsExactly("a", "b", "a", "a");
    line.hadTurn(first);
    assertThat(nextBelow(1)).containsExactly("b");
    assertThat(next(1)).isEmpty();
  }

  @Test
  void one_below_that_may_not_begin_keeps_no_other_of_its_caller_waiting() {
    var first = addBelow("a");
    var second = addBelow("a");
    assertThat(line.below(5, it -> !it.id().equals(first.id())))
        .extracting(Waiting::id)
        .containsExactly(second.id());
  }

  @Test
  void those_below_others_have_a_line_of_their_own() {
    var root = add("a");
    var below = run("a", new Lineage(List.of(new Lineage.Link(root.id(), "x", true))));
    line.add(below);
    assertThat(line.below(5, _ -> true)).extracting(Waiting::id).containsExactly(below.id());
    assertThat(next(5)).containsExactly("a");
    assertThat(line.below(5, _ -> false)).isEmpty();
    line.remove(line.below(1, _ -> true).getFirst());
    assertThat(line.below(5, _ -> true)).isEmpty();
  }
}
