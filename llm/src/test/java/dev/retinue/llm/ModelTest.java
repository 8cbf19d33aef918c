package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Reply.Stop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the answers of every provider keep, each against the same script.
class ModelTest extends Contract {
  private final List<String> said = new ArrayList<>();
  private final List<String> thought = new ArrayList<>();
  private final Model.Listener ear =
      new Model.Listener() {
        @Override
        public void text(String more) {
          said.add(more);
        }

        @Override
        public void reasoning(String more) {
          thought.add(more);
        }
      };

  @ParameterizedTest
  @EnumSource
  void a_text_comes_in_pieces_and_as_a_whole(Dialects dialect) throws Exception {
    var turn = text("Grüße, 🎩!").inPieces(3, Duration.ZERO);
    var reply = dialect.model(wire, llm).ask(prompt(turn), ear);
    assertThat(reply.text()).isEqualTo("Grüße, 🎩!");
    assertThat(said).hasSizeGreaterThan(1);
    assertThat(String.join("", said)).isEqualTo("Grüße, 🎩!");
    assertThat(reply.stop()).isEqualTo(Stop.DONE);
    assertThat(reply.model()).isEqualTo("scripted");
  }

  @ParameterizedTest
  @EnumSource
  void every_token_is_counted_once(Dialects dialect) throws Exception {
    var turn = text("Yes.").usage(100, 20, 30, dialect == Dialects.GEMINI ? 0 : 40, 5);
    for (var reply : List.of(ask(dialect, turn), ask(dialect, turn.inOnePiece()))) {
      var tokens = reply.tokens();
      assertThat(tokens.input()).isEqualTo(100);
      assertThat(tokens.cacheRead()).isEqualTo(30);
      assertThat(tokens.cacheWrite()).isEqualTo(dialect == Dialects.GEMINI ? 0 : 40);
      // Google alone counts thoughts beside what was written; Anthropic does not tell them apart.
      assertThat(tokens.output()).isEqualTo(dialect == Dialects.GEMINI ? 25 : 20);
      assertThat(tokens.reasoning()).isEqualTo(dialect == Dialects.ANTHROPIC ? 0 : 5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void who_does_not_count_is_not_taken_for_cheap(Dialects dialect) throws Exception {
    var reply = ask(dialect, events(dialect.saying("Yes.")));
    assertThat(reply.text()).isEqualTo("Yes.");
    assertThat(reply.tokens()).isEqualTo(Tokens.NONE);
    assertThat(Prices.shipped().cost("claude-opus-5-5", reply.tokens())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void several_tools_are_called_at_once_and_their_results_are_heard(Dialects dialect)
      throws Exception {
    var asked =
        prompt(
            dev.retinue.llm.scripted.Turn.calls(look("here"), look("there")),
            text("got {{tool_result}}"));
    var reply = ask(dialect, asked);
    assertThat(reply.stop()).isEqualTo(Stop.TOOLS);
    assertThat(reply.calls()).extracting(Part.Call::tool).containsExactly("look", "look");
    assertThat(reply.calls())
        .extracting(Part.Call::input)
        .containsExactly("{\"at\":\"here\"}", "{\"at\":\"there\"}");
    assertThat(reply.calls()).extracting(Part.Call::id).doesNotHaveDuplicates();

    var last = ask(dialect, further(asked, reply));
    assertThat(last.text()).isEqualTo("got found it");
    assertThat(last.stop()).isEqualTo(Stop.DONE);
    assertThat(llm.exchanges().getLast().conversation().toolResults()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void an_answer_in_one_piece_is_as_good(Dialects dialect) throws Exception {
    var called = ask(dialect, look("here").reasoning("Where?").inOnePiece());
    assertThat(called.stop()).isEqualTo(Stop.TOOLS);
    assertThat(called.calls()).singleElement().extracting(Part.Call::tool).isEqualTo("look");
    assertThat(thoughts(called)).isEqualTo("Where?");
    var spoken = dialect.model(wire, llm).ask(prompt(text("Here.").inOnePiece()), ear);
    assertThat(spoken.text()).isEqualTo("Here.");
    assertThat(said).containsExactly("Here.");
    assertThat(spoken.stop()).isEqualTo(Stop.DONE);
  }

  @ParameterizedTest
  @EnumSource
  void thoughts_are_no_part_of_the_text(Dialects dialect) throws Exception {
    var turn = text("Yes.").reasoning("Perhaps no?");
    var reply = dialect.model(wire, llm).ask(prompt(turn), ear);
    assertThat(reply.text()).isEqualTo("Yes.");
    assertThat(thoughts(reply)).isEqualTo("Perhaps no?");
    assertThat(thought).containsExactly("Perhaps no?");
    assertThat(said).containsExactly("Yes.");
  }

  private static String thoughts(Reply reply) {
    var all = new StringBuilder();
    for (var part : reply.parts()) {
      if (part instanceof Part.Reasoning(var text, var _)) {
        all.append(text);
      }
    }
    return all.toString();
  }

  @ParameterizedTest
  @EnumSource
  void an_answer_that_was_cut_says_so(Dialects dialect) throws Exception {
    var cut = text("And then").cutOff();
    assertThat(ask(dialect, cut).stop()).isEqualTo(Stop.LENGTH);
    assertThat(ask(dialect, cut.inOnePiece()).stop()).isEqualTo(Stop.LENGTH);
    var called = ask(dialect, look("here").cutOff());
    assertThat(called.stop()).isEqualTo(Stop.LENGTH);
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(30)
  void an_answer_of_ten_megabytes_comes_whole(Dialects dialect) throws Exception {
    var big = dev.retinue.llm.scripted.Turn.big(10 << 20);
    var reply = ask(dialect, big);
    assertThat(reply.text()).hasSize(10 << 20);
    assertThat(reply.text()).endsWith("abcdef");
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(30)
  void very_many_small_pieces_are_no_trouble(Dialects dialect) throws Exception {
    var turn = text("x".repeat(20_000)).inPieces(20_000, Duration.ZERO);
    var reply = dialect.model(wire, llm).ask(prompt(turn), ear);
    assertThat(reply.text()).hasSize(20_000);
    assertThat(said).hasSize(20_000);
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(30)
  void very_many_calls_are_no_trouble(Dialects dialect) throws Exception {
    var calls =
        IntStream.range(0, 500)
            .mapToObj(it -> look("place " + it))
            .toArray(dev.retinue.llm.scripted.Turn[]::new);
    var reply = ask(dialect, dev.retinue.llm.scripted.Turn.calls(calls));
    assertThat(reply.calls()).hasSize(500);
    assertThat(reply.calls().getLast().input()).contains("place 499");
  }

  @ParameterizedTest
  @EnumSource
  void letters_that_come_byte_by_byte_are_put_together(Dialects dialect) throws Exception {
    var unusual = "ä🎩\u202Eשָׁלוֹם👩‍👩‍👧‍👦\u0000\u0007 \uFEFF\u2028z̷";
    var reply = ask(dialect, events(dialect.saying(unusual)).step(1));
    assertThat(reply.text()).isEqualTo(unusual);
  }

  @ParameterizedTest
  @EnumSource
  void events_may_be_written_in_any_way_that_is_allowed(Dialects dialect) throws Exception {
    var stream = new StringBuilder("\uFEFF: welcome\r\n\r\nretry: 3\r\n\r\n");
    for (var event : dialect.saying("Yes.")) {
      stream.append("event: any\r\nid: 7\r\n: still there\r\n");
      stream.append("data:").append(event.replace("\n", "\r\ndata: ")).append("\r\n\r\n");
    }
    var turn = dev.retinue.llm.scripted.Turn.raw(EVENTS, stream.toString());
    assertThat(ask(dialect, turn).text()).isEqualTo("Yes.");
  }

  @ParameterizedTest
  @EnumSource
  void a_stream_that_is_no_json_is_no_answer(Dialects dialect) {
    for (var broken : List.of("{\"type\": ", "sk-nobody-may-see-this", "<html>", "[[[")) {
      var failure = failure(dialect, events(List.of(broken)));
      assertThat(failure.kind()).isEqualTo(Kind.BROKEN);
    }
  }

  @ParameterizedTest
  @EnumSource
  void json_that_is_no_answer_is_none(Dialects dialect) {
    for (var strange : List.of("{}", "[]", "null", "7", "\"text\"", "{\"choices\":7}")) {
      assertThat(failure(dialect, events(List.of(strange))).kind()).isEqualTo(Kind.BROKEN);
      var whole = dev.retinue.llm.scripted.Turn.raw("application/json", strange);
      assertThat(failure(dialect, whole).kind()).isEqualTo(Kind.BROKEN);
    }
    assertThat(failure(dialect, events(List.of())).kind()).isEqualTo(Kind.BROKEN);
  }
}
