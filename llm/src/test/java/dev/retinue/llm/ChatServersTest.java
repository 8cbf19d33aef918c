package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Reply.Stop;
import dev.retinue.llm.provider.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The ways of those who say that they are compatible with Chat Completions.
class ChatServersTest extends Contract {
  private static final String END = "{\"choices\":[{\"delta\":{},\"finish_reason\":\"%s\"}]}";

  /// Each of these in a chunk of its own, and the end.
  private Reply hear(String finish, String... deltas) throws InterruptedException {
    var events = new ArrayList<String>();
    for (var delta : deltas) {
      events.add(
          "{\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":null}],\"usage\":null}"
              .formatted(delta));
    }
    events.add(END.formatted(finish));
    events.add("[DONE]");
    return ask(Dialects.ENDPOINT, events(events));
  }

  private static String call(String rest) {
    return "{\"content\":null,\"tool_calls\":[%s]}".formatted(rest);
  }

  private void assertTwoCalls(Reply reply) {
    assertThat(reply.stop()).isEqualTo(Stop.TOOLS);
    assertThat(reply.calls()).extracting(Part.Call::tool).containsExactly("look", "look");
    assertThat(reply.calls())
        .extracting(Part.Call::input)
        .containsExactly("{\"at\":\"a\"}", "{\"at\":\"b\"}");
    assertThat(reply.calls()).extracting(Part.Call::id).doesNotHaveDuplicates().doesNotContain("");
  }

  @Test
  void calls_that_grow_side_by_side_are_told_apart_by_their_numbers() throws Exception {
    assertTwoCalls(
        hear(
            "tool_calls",
            call("{\"index\":0,\"id\":\"x\",\"function\":{\"name\":\"look\",\"arguments\":\"\"}}"),
            call(
                "{\"index\":1,\"id\":\"y\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":\"}}"),
            call("{\"index\":0,\"function\":{\"arguments\":\"{\\\"at\\\":\\\"a\\\"}\"}}"),
            call("{\"index\":1,\"function\":{\"arguments\":\"\\\"b\\\"}\"}}")));
  }

  @Test
  void calls_that_all_have_the_number_0_are_told_apart_by_their_ids() throws Exception {
    assertTwoCalls(
        hear(
            "stop",
            call(
                "{\"index\":0,\"id\":\"x\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":\\\"a\\\"}\"}}"),
            call(
                "{\"index\":0,\"id\":\"y\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":\\\"b\\\"}\"}}")));
  }

  @Test
  void calls_without_ids_get_some() throws Exception {
    assertTwoCalls(
        hear(
            "stop",
            call(
                "{\"index\":0,\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":\\\"a\\\"}\"}}"),
            call(
                "{\"index\":0,\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":\\\"b\\\"}\"}}")));
  }

  @Test
  void calls_without_numbers_and_ids_and_with_whole_inputs_are_calls() throws Exception {
    assertTwoCalls(
        hear(
            "tool_calls",
            call(
                "{\"function\":{\"name\":\"look\",\"arguments\":{\"at\":\"a\"}}},{\"function\":{\"name\":\"look\",\"arguments\":{\"at\":\"b\"}}}")));
  }

  @Test
  void calls_with_ids_and_no_numbers_are_calls() throws Exception {
    assertTwoCalls(
        hear(
            "tool_calls",
            call("{\"id\":\"x\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":\"}}"),
            call("{\"id\":\"x\",\"function\":{\"arguments\":\"\\\"a\\\"}\"}}"),
            call(
                "{\"id\":\"y\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":\\\"b\\\"\"}}"),
            call("{\"function\":{\"arguments\":\"}\"}}")));
  }

  @Test
  void calls_that_have_the_same_id_get_different_ones() throws Exception {
    assertTwoCalls(
        hear(
            "tool_calls",
            call(
                "{\"index\":0,\"id\":\"look\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":\\\"a\\\"}\"}}"),
            call(
                "{\"index\":1,\"id\":\"look\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":\\\"b\\\"}\"}}")));
  }

  @Test
  void a_name_that_is_repeated_with_every_piece_begins_no_new_call() throws Exception {
    var reply =
        hear(
            "tool_calls",
            call(
                "{\"index\":0,\"id\":\"x\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":\"}}"),
            call(
                "{\"index\":0,\"id\":\"x\",\"function\":{\"name\":\"look\",\"arguments\":\"\\\"a\\\"}\"}}"));
    assertThat(reply.calls())
        .singleElement()
        .extracting(Part.Call::input)
        .isEqualTo("{\"at\":\"a\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reasoning_content", "reasoning"})
  void thoughts_have_two_names(String name) throws Exception {
    var reply =
        hear(
            "stop",
            "{\"%s\":\"Hm\"}".formatted(name),
            "{\"%s\":\"…\"}".formatted(name),
            "{\"content\":\"Yes.\"}");
    assertThat(reply.parts())
        .containsExactly(new Part.Reasoning("Hm…", null), new Part.Text("Yes."));
  }

  @Test
  void who_thinks_under_both_names_thinks_once() throws Exception {
    var reply =
        hear("stop", "{\"reasoning\":\"Hm\",\"reasoning_content\":\"Hm\",\"content\":\"Yes.\"}");
    assertThat(reply.parts())
        .containsExactly(new Part.Reasoning("Hm", null), new Part.Text("Yes."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<think>Hm <b></think>\n\nYes.", "\n<thinking>Hm <b></thinking>Yes."})
  void thoughts_between_tags_are_none_of_the_text(String content) throws Exception {
    var letters =
        content
            .codePoints()
            .mapToObj(Character::toString)
            .map(it -> "{\"content\":\"%s\"}".formatted(it.equals("\n") ? "\\n" : it))
            .toArray(String[]::new);
    for (var reply :
        List.of(
            hear("stop", letters),
            hear("stop", "{\"content\":\"%s\"}".formatted(content.replace("\n", "\\n"))))) {
      assertThat(reply.parts())
          .containsExactly(new Part.Reasoning("Hm <b>", null), new Part.Text("Yes."));
    }
  }

  @Test
  void a_thought_without_an_end_is_one_and_tags_in_a_text_are_text() throws Exception {
    assertThat(hear("stop", "{\"content\":\"<think>Hm\"}").parts())
        .containsExactly(new Part.Reasoning("Hm", null));
    for (var text : List.of("Write <think> first.", "<thin", "<", "  <thing> it", "<b>")) {
      assertThat(hear("stop", "{\"content\":\"%s\"}".formatted(text)).text()).isEqualTo(text);
    }
  }

  @Test
  void an_answer_that_ends_with_done_alone_is_one() throws Exception {
    var said = "{\"choices\":[{\"delta\":{\"content\":\"Yes.\"}}]}";
    assertThat(ask(Dialects.ENDPOINT, events(List.of(said, "[DONE]"))).text()).isEqualTo("Yes.");
    assertThat(failure(Dialects.ENDPOINT, events(List.of("[DONE]"))).kind()).isEqualTo(Kind.BROKEN);
  }

  @Test
  void an_error_in_a_chunk_is_one() {
    var limit = "{\"id\":\"x\",\"error\":{\"code\":429,\"message\":\"slow down\"},\"choices\":[]}";
    assertThat(failure(Dialects.ENDPOINT, events(List.of(limit))).kind())
        .isEqualTo(Kind.RATE_LIMIT);
    var words = "{\"error\":\"model runner has unexpectedly stopped\"}";
    assertThat(failure(Dialects.ENDPOINT, events(List.of(words))).getMessage()).contains("stopped");
    var gaveUp = END.formatted("insufficient_system_resource");
    assertThat(failure(Dialects.ENDPOINT, events(List.of(gaveUp))).kind().passes()).isTrue();
  }

  @Test
  void tokens_are_understood_in_other_words() throws Exception {
    var said =
        "{\"choices\":[{\"delta\":{\"content\":\"Yes.\"},\"finish_reason\":\"stop\"}],\"usage\":%s}";
    var hit = "{\"prompt_tokens\":10,\"completion_tokens\":5,\"prompt_cache_hit_tokens\":4}";
    assertThat(ask(Dialects.ENDPOINT, events(List.of(said.formatted(hit)))).tokens())
        .isEqualTo(new Tokens(6, 4, 0, 5, 0));
    var apart =
        "{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":22,\"completion_tokens_details\":{\"reasoning_tokens\":7}}";
    assertThat(ask(Dialects.ENDPOINT, events(List.of(said.formatted(apart)))).tokens())
        .isEqualTo(new Tokens(10, 0, 0, 12, 7));
  }

  @Test
  void who_refuses_to_be_asked_for_tokens_is_asked_without() throws Exception {
    var model = Dialects.ENDPOINT.model(wire, llm);
    var refusal = error(422, "Extra inputs are not permitted: stream_options.include_usage");
    var asked =
        prompt(
            text("Yes.")
                .failing(422)
                .saying("", refusal.json().at("/error/message").asString())
                .times(1));
    assertThat(model.ask(asked, Model.Listener.NONE).text()).isEqualTo("Yes.");
    assertThat(llm.exchanges()).hasSize(2);
    assertThat(llm.exchanges().getFirst().body().has("stream_options")).isTrue();
    assertThat(sent().has("stream_options")).isFalse();
    assertThat(model.ask(prompt(text("Again.")), Model.Listener.NONE).text()).isEqualTo("Again.");
    assertThat(llm.exchanges()).hasSize(3);
    assertThat(sent().has("stream_options")).isFalse();
  }

  @Test
  void who_wants_the_newer_word_for_the_longest_answer_gets_it() throws Exception {
    var words = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    var asked = prompt(text("Yes.").failing(400).saying("", words).times(1));
    assertThat(ask(Dialects.ENDPOINT, asked).text()).isEqualTo("Yes.");
    assertThat(llm.exchanges().getFirst().body().path("max_tokens").asInt(0)).isEqualTo(8192);
    assertThat(sent().path("max_completion_tokens").asInt(0)).isEqualTo(8192);
    assertThat(sent().has("max_tokens")).isFalse();
  }

  @Test
  void who_refuses_for_ever_is_not_asked_for_ever() {
    failure(Dialects.ENDPOINT, error(400, "stream_options and max_completion_tokens are wrong"));
    assertThat(llm.exchanges()).hasSize(3);
  }

  @Test
  void those_who_want_their_thoughts_back_get_them() throws Exception {
    var deepseek = Providers.find("deepseek").orElseThrow();
    var env = Map.of("DEEPSEEK_API_KEY", "k", "DEEPSEEK_BASE_URL", llm.url() + "/v1");
    var model = new Providers(wire).model(deepseek, "any", env::get);
    var asked = prompt(look("here").reasoning("Where?"), look("there"), text("Done."));
    var first = model.ask(asked, Model.Listener.NONE);
    var second = further(asked, first);
    var reply = model.ask(second, Model.Listener.NONE);
    model.ask(further(second, reply), Model.Listener.NONE);
    assertThat(sent().at("/messages/2/reasoning_content").asString("-")).isEqualTo("Where?");
    assertThat(sent().at("/messages/4/reasoning_content").asString("-")).isEmpty();
    assertThat(ask(Dialects.ENDPOINT, second).stop()).isEqualTo(Stop.TOOLS);
    assertThat(sent().at("/messages/2").has("reasoning_content")).isFalse();
  }
}
