package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.Turn;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A run of five turns with tools, whose process dies at every one of its writes in turn.
class KilledThinkerTest {
  private static final int MOST_WRITES = 100;
  private static final List<String> ONCE = List.of("a", "c", "d", "e");
  private static final List<String> AGAIN = List.of("b", "f", "g");

  @TempDir private Path folder;

  private static final Turn[] FIVE_TURNS = {
    Turn.calls(say("once", "a"), say("again", "b")).reasoning("Begin.").usage(100, 10),
    say("once", "c").usage(200, 20),
    Turn.calls(say("once", "d"), say("again", "f"), say("once", "e")).usage(300, 30),
    say("again", "g").usage(400, 40),
    Turn.tool("agent_complete", Map.of("summary", "Done.", "payload", "all of it")).usage(500, 50)
  };

  private static Turn say(String tool, String word) {
    return Turn.tool(tool, Map.of("word", word));
  }

  /// What the tools did, outside of everything that dies.
  private record World(RecordingTool once, RecordingTool again) {
    World() {
      this(RecordingTool.echo("once"), RecordingTool.repeatable("again"));
    }

    int times(String word) {
      return Collections.frequency(once.inputs(), word)
          + Collections.frequency(again.inputs(), word);
    }
  }

  @ParameterizedTest
  @EnumSource(Death.When.class)
  void whenever_it_is_killed_no_finished_call_happens_twice(Death.When when) throws Exception {
    int deaths = 0;
    for (int write = 1; write < MOST_WRITES; write++) {
      var death = Death.at(write, when);
      live(folder.resolve("w" + write), death, Death.never());
      if (!death.hasCome()) {
        break;
      }
      deaths++;
    }
    assertThat(deaths).as("every write was a last one").isBetween(15, MOST_WRITES - 2);
  }

  @ParameterizedTest
  @EnumSource(Death.When.class)
  void it_may_be_killed_again_when_it_has_just_been_taken_up(Death.When when) throws Exception {
    for (int write = 3; write < 20; write += 4) {
      live(
          folder.resolve("w" + write),
          Death.at(write, Death.When.BEFORE),
          Death.at(1 + write % 4, when));
    }
  }

  private void live(Path place, Death first, Death second) throws Exception {
    var world = new World();
    var mode = Thinkers.Mode.usual().dying(first);
    try (var thinkers = Thinkers.like(place, mode, world.once(), world.again())) {
      var id = thinkers.start(FIVE_TURNS);
      for (var death : List.of(first, second)) {
        if (thinkers.awaitEndOr(id, death)) {
          thinkers.killAndReopen(death == first ? second : Death.never());
        }
      }
      assertOrder(thinkers, thinkers.staff().awaitEnd(id).id(), world, place.toString());
    }
  }

  private static void assertOrder(Thinkers thinkers, RunId id, World world, String when) {
    var run = thinkers.staff().run(id);
    assertThat(run.state()).as(when).isInstanceOf(State.Completed.class);
    assertThat(thinkers.staff().text(run.dossier().payload())).as(when).isEqualTo("all of it");
    assertCallsOnce(thinkers.staff().events(id), world, when);
    assertLedger(thinkers, run, when);
  }

  private static void assertCallsOnce(List<RunEvent> events, World world, String when) {
    var wordOf = new HashMap<String, String>();
    var answers = new HashMap<String, RunEvent.ToolAnswered>();
    for (var event : events) {
      if (event instanceof RunEvent.ToolCalled call && !call.tool().equals("agent_complete")) {
        var word = call.input().replaceAll(".*:\"|\".*", "");
        assertThat(wordOf.values()).as(when).doesNotContain(word);
        wordOf.put(call.call(), word);
      } else if (event instanceof RunEvent.ToolAnswered answer) {
        assertThat(answers.put(wordOf.getOrDefault(answer.call(), "?"), answer)).as(when).isNull();
      }
    }
    assertThat(answers.keySet()).as(when).containsAll(ONCE).containsAll(AGAIN).hasSize(7);
    for (var word : ONCE) {
      var answer = Objects.requireNonNull(answers.get(word));
      boolean unknown = answer.output().equals(Briefing.OUTCOME_UNKNOWN);
      assertThat(answer.failed()).as(when).isEqualTo(unknown);
      assertThat(world.times(word)).as(word + when).isBetween(unknown ? 0 : 1, 1);
    }
    for (var word : AGAIN) {
      assertThat(Objects.requireNonNull(answers.get(word)).output()).as(when).isEqualTo(word);
      assertThat(world.times(word)).as(when).isBetween(1, 3);
    }
  }

  /// An answer that was recorded is charged, once. One that was lost on its way is paid for by its
  /// owner, but nobody here can know it.
  private static void assertLedger(Thinkers thinkers, Run run, String when) {
    var spent = Usage.NONE;
    for (var event : thinkers.events(run, RunEvent.Spent.class)) {
      spent = spent.plus(event.usage());
    }
    assertThat(spent).as(when).isEqualTo(run.dossier().usage());
    assertThat(spent.inputTokens()).as(when).isEqualTo(1500);
    assertThat(spent.outputTokens()).as(when).isEqualTo(150);
    assertThat(spent.turns()).as(when).isEqualTo(5);
    var account = thinkers.staff().account(run.id());
    assertThat(account.spent()).as(when).isEqualTo(spent);
    assertThat(account.reserved().isNone()).as(when).isTrue();
    assertThat(run.tenure().reserved().isNone()).as(when).isTrue();
    assertThat(thinkers.llm().exchanges())
        .as(when)
        .filteredOn(it -> it.outcome() instanceof Exchange.Outcome.Answered)
        .hasSizeBetween(5, 7);
  }
}
