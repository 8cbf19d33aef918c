package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.State;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Sessions.Message;
import dev.retinue.llm.scripted.Conversation;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Agents that somebody talks with.
class TalkTest {
  @TempDir private Path folder;

  private static Turn say(String word) {
    return Turn.tool("echo", Map.of("word", word));
  }

  private static Sessions sessions(Thinkers thinkers) {
    return thinkers.staff().staff().sessions();
  }

  private static String open(Thinkers thinkers) {
    return sessions(thinkers).open(TestStaff.OWNER, Thinkers.AGENT, "talk").id();
  }

  private static RunId send(Thinkers thinkers, String session, String text, Turn... turns) {
    var message = new Message(text + " " + ScriptedLlm.script(turns));
    return sessions(thinkers).send(TestStaff.OWNER, session, message).id();
  }

  private static Run tell(Thinkers thinkers, String session, String text, Turn... turns) {
    return end(thinkers, send(thinkers, session, text, turns));
  }

  private static Run end(Thinkers thinkers, RunId id) {
    return thinkers.staff().await(id, run -> run.ended() && !run.ending());
  }

  private static String answer(Run run) {
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    return ((State.Completed) run.state()).summary();
  }

  /// What a model read, without the scripts.
  private static List<String> read(Exchange exchange) {
    return exchange.conversation().messages().stream()
        .map(Conversation.Message::text)
        .map(it -> it.replaceAll("(?s) ?<llm-script>.*?</llm-script>", ""))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anthropic/thinker-1",
        "openai/thinker-1",
        "openai-chat/thinker-1",
        "google/thinker-1"
      })
  void what_it_says_is_its_answer_and_it_knows_what_was_said_before(String model) {
    try (var thinkers = Thinkers.with(folder, model, RecordingTool.echo("echo"))) {
      var session = open(thinkers);
      assertThat(answer(tell(thinkers, session, "My name is Ada.", Turn.text("Hello Ada."))))
          .isEqualTo("Hello Ada.");
      var second =
          tell(thinkers, session, "Say tea.", say("tea").reasoning("Hm."), Turn.text("Tea it is."));
      assertThat(answer(second)).isEqualTo("Tea it is.");
      assertThat(answer(tell(thinkers, session, "And now?", Turn.text("Nothing."))))
          .isEqualTo("Nothing.");

      var last = thinkers.llm().exchanges().getLast();
      assertThat(read(last))
          .filteredOn(it -> !it.isBlank())
          .containsExactly(
              "My name is Ada.", "Hello Ada.", "Say tea.", "tea", "Tea it is.", "And now?");
      assertThat(last.conversation().system()).contains("Be brief.", "Somebody talks with you");
      assertThat(last.conversation().toolNames()).containsExactly("echo");
      assertThat(last.body().toString())
          .doesNotContain("\"type\":\"thinking\"", "\"type\":\"reasoning\"", "\"thought\"");
    }
  }

  @Test
  void a_message_that_was_stopped_is_known_to_be_and_its_open_calls_have_an_end() throws Exception {
    var begun = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    var stuck =
        new RecordingTool(
            "echo",
            false,
            _ -> {
              begun.countDown();
              stopped.await();
              return Tool.Result.of("never");
            });
    try (var thinkers = Thinkers.in(folder, stuck)) {
      var session = open(thinkers);
      var first = send(thinkers, session, "Say tea.", say("tea"));
      begun.await();
      sessions(thinkers).interrupt(TestStaff.OWNER, session, false);
      stopped.countDown();
      assertThat(end(thinkers, first).state()).isInstanceOf(State.Stopped.class);
      assertThat(answer(tell(thinkers, session, "Still there?", Turn.text("Yes."))))
          .isEqualTo("Yes.");
      assertThat(String.join("\n", read(thinkers.llm().exchanges().getLast())))
          .contains("Say tea.", Briefing.OUTCOME_UNKNOWN, "stopped: it was interrupted");
    }
  }

  @Test
  void it_hears_what_is_said_to_it_with_the_next_answer_of_its_tools() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var slow =
        new RecordingTool(
            "echo",
            false,
            _ -> {
              begun.countDown();
              goOn.await();
              return Tool.Result.of("tea");
            });
    try (var thinkers = Thinkers.in(folder, slow)) {
      var session = open(thinkers);
      var id = send(thinkers, session, "Say tea.", say("tea"), Turn.text("Coffee, then."));
      begun.await();
      assertThat(sessions(thinkers).steer(TestStaff.OWNER, session, "Coffee instead.")).isTrue();
      goOn.countDown();
      assertThat(answer(end(thinkers, id))).isEqualTo("Coffee, then.");
      assertThat(read(thinkers.llm().exchanges().getLast()))
          .filteredOn(it -> !it.isBlank())
          .containsExactly("Say tea.", "tea", "Coffee instead.");
      tell(thinkers, session, "And now?", Turn.text("Nothing."));
      assertThat(read(thinkers.llm().exchanges().getLast()))
          .filteredOn(it -> !it.isBlank())
          .containsExactly("Say tea.", "tea", "Coffee instead.", "Coffee, then.", "And now?");
    }
  }

  @Test
  void what_is_said_to_it_twice_with_one_key_is_heard_once_and_counts_as_said() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var slow =
        new RecordingTool(
            "echo",
            false,
            _ -> {
              begun.countDown();
              goOn.await();
              return Tool.Result.of("tea");
            });
    try (var thinkers = Thinkers.in(folder, slow)) {
      var session = open(thinkers);
      var id = send(thinkers, session, "Say tea.", say("tea"), Turn.text("Coffee, then."));
      begun.await();
      var key = new StartKey(TestStaff.OWNER.holder(), "steer", "k1", "a");
      long before = sessions(thinkers).require(TestStaff.OWNER, session).past().bytes();
      for (int i = 0; i < 3; i++) {
        assertThat(sessions(thinkers).steer(TestStaff.OWNER, session, "Coffee.", key)).contains(id);
      }
      assertThat(sessions(thinkers).require(TestStaff.OWNER, session).past().bytes() - before)
          .isEqualTo("Coffee.".length());
      var other = new StartKey(TestStaff.OWNER.holder(), "steer", "k1", "b");
      assertThatThrownBy(() -> sessions(thinkers).steer(TestStaff.OWNER, session, "Milk.", other))
          .hasMessageContaining("other arguments");
      var tooMuch = "x".repeat(1 << 20);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 65; i++) {
                  sessions(thinkers).steer(TestStaff.OWNER, session, tooMuch);
                }
              })
          .hasMessageContaining("would have more than");
      sessions(thinkers).interrupt(TestStaff.OWNER, session, false);
      goOn.countDown();
      end(thinkers, id);
    }
  }

  @Test
  void what_is_said_while_it_gives_its_last_answer_is_answered_too() throws Exception {
    try (var thinkers = Thinkers.in(folder)) {
      var session = open(thinkers);
      var id =
          send(
              thinkers,
              session,
              "Say tea.",
              Turn.text("Tea.").delayed(Duration.ofSeconds(1)),
              Turn.text("Coffee."));
      thinkers.llm().await("Say tea.");
      sessions(thinkers).steer(TestStaff.OWNER, session, "Coffee instead.");
      assertThat(answer(end(thinkers, id))).isEqualTo("Coffee.");
      assertThat(thinkers.events(thinkers.staff().run(id), RunEvent.Told.class))
          .extracting(RunEvent.Told::text)
          .containsExactly("Coffee instead.");
    }
  }

  @ParameterizedTest
  @EnumSource(Death.When.class)
  void a_kill_in_the_middle_of_a_turn_costs_no_word_and_repeats_none(Death.When when)
      throws Exception {
    for (int last = 3; last <= 6; last++) {
      var mode = Thinkers.Mode.usual().dying(Death.at(last, when));
      var echo = RecordingTool.repeatable("echo");
      try (var thinkers = Thinkers.like(folder.resolve(when + "-" + last), mode, echo)) {
        var session = open(thinkers);
        var id = send(thinkers, session, "Say tea.", say("tea"), Turn.text("Tea it is."));
        if (thinkers.awaitEndOr(id, mode.death())) {
          thinkers.killAndReopen();
        }
        assertThat(answer(end(thinkers, id))).isEqualTo("Tea it is.");
        assertThat(answer(tell(thinkers, session, "And?", Turn.text("That was it."))))
            .isEqualTo("That was it.");
        assertThat(read(thinkers.llm().exchanges().getLast()))
            .filteredOn(it -> !it.isBlank())
            .containsExactly("Say tea.", "tea", "Tea it is.", "And?");
      }
    }
  }

  @Test
  void one_that_says_nothing_is_asked_once_more_and_no_further() {
    try (var thinkers = Thinkers.in(folder)) {
      var session = open(thinkers);
      var run = tell(thinkers, session, "Well?", Turn.text(" "));
      assertThat(run.state().toString()).contains("the model stopped without a word");
      assertThat(thinkers.llm().exchanges()).hasSize(2);
      assertThat(read(thinkers.llm().exchanges().getLast())).endsWith(Talk.NOTHING_SAID);
    }
  }

  @Test
  void a_conversation_that_became_too_long_goes_on_from_its_summary() {
    try (var thinkers = Thinkers.brisk(folder)) {
      var session = open(thinkers);
      tell(thinkers, session, "My name is Ada.", Turn.text("Hello Ada."));
      var second =
          tell(
              thinkers,
              session,
              "Who am I?",
              Turn.text("You are Ada.")
                  .failing(400)
                  .saying("invalid_request_error", "prompt is too long: 2 tokens > 1 maximum")
                  .times(1));
      assertThat(answer(second)).isNotEmpty();
      assertThat(thinkers.events(second, RunEvent.Condensed.class)).hasSize(1);
      tell(thinkers, session, "And now?", Turn.text("Nothing."));
      var read = read(thinkers.llm().exchanges().getLast());
      assertThat(read.getFirst()).startsWith(Talk.SO_FAR.strip());
      assertThat(read).contains("Who am I?", "And now?").doesNotContain("My name is Ada.");
    }
  }
}
