package dev.retinue.llm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What a provider wants back unchanged comes back unchanged, at its place.
class SealTest extends Contract {
  private static final String SEAL = "c2NyaXB0";

  private JsonNode secondRequest(Dialects dialect, dev.retinue.llm.scripted.Turn first)
      throws InterruptedException {
    var asked = prompt(first, text("Done."));
    var reply = ask(dialect, asked);
    assertThat(ask(dialect, further(asked, reply)).text()).isEqualTo("Done.");
    return sent();
  }

  @ParameterizedTest
  @EnumSource(names = {"ANTHROPIC", "RESPONSES", "GEMINI"})
  void a_seal_comes_back_once_with_the_next_request(Dialects dialect) throws Exception {
    for (var turn :
        List.of(look("here").reasoning("Where?"), look("here").reasoning("W").inOnePiece())) {
      var sent = secondRequest(dialect, turn).toString();
      assertThat(sent).containsOnlyOnce(SEAL);
    }
  }

  @Test
  void anthropic_gets_the_thought_before_the_call() throws Exception {
    var content =
        secondRequest(Dialects.ANTHROPIC, look("here").reasoning("Where?"))
            .at("/messages/1/content");
    assertThat(content.path(0).path("type").asString()).isEqualTo("thinking");
    assertThat(content.path(0).path("thinking").asString()).isEqualTo("Where?");
    assertThat(content.path(0).path("signature").asString()).isEqualTo(SEAL);
    assertThat(content.path(1).path("type").asString()).isEqualTo("tool_use");
  }

  @Test
  void anthropic_gets_a_thought_back_of_which_it_told_nothing() throws Exception {
    var events =
        List.of(
            "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}}",
            "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"sealed\"}}",
            "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"redacted_thinking\",\"data\":\"hidden\"}}",
            "{\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"look\",\"input\":{}}}",
            "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"}}");
    var content = secondRequest(Dialects.ANTHROPIC, events(events)).at("/messages/1/content");
    assertThat(content.path(0).toString())
        .isEqualTo("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"sealed\"}");
    assertThat(content.path(1).toString())
        .isEqualTo("{\"type\":\"redacted_thinking\",\"data\":\"hidden\"}");
    assertThat(content.path(2).path("id").asString()).isEqualTo("toolu_1");
  }

  @Test
  void responses_keep_nothing_and_get_the_sealed_thought_before_the_call() throws Exception {
    var body = secondRequest(Dialects.RESPONSES, look("here").reasoning("Where?"));
    assertThat(body.path("store").asBoolean(true)).isFalse();
    var thought = body.at("/input/1");
    assertThat(thought.path("type").asString()).isEqualTo("reasoning");
    assertThat(thought.path("encrypted_content").asString()).isEqualTo(SEAL);
    assertThat(thought.at("/summary/0/text").asString()).isEqualTo("Where?");
    assertThat(body.at("/input/2/type").asString()).isEqualTo("function_call");
    assertThat(body.at("/input/3/type").asString()).isEqualTo("function_call_output");
    assertThat(body.at("/input/3/call_id")).isEqualTo(body.at("/input/2/call_id"));
  }

  @Test
  void google_gets_its_signature_with_the_call_and_its_ids_back() throws Exception {
    var contents =
        secondRequest(Dialects.GEMINI, look("here").reasoning("Where?")).path("contents");
    var part = contents.at("/1/parts/0");
    assertThat(part.path("thoughtSignature").asString()).isEqualTo(SEAL);
    var id = part.at("/functionCall/id").asString("");
    assertThat(id).isNotEmpty();
    assertThat(contents.at("/2/parts/0/functionResponse/id").asString()).isEqualTo(id);
  }

  @Test
  void google_gets_no_id_that_it_did_not_give_and_the_signature_of_a_text() throws Exception {
    var event =
        """
        {"candidates":[{"content":{"parts":[
          {"text":"Let me see."},{"text":"","thoughtSignature":"signed"},
          {"functionCall":{"name":"look","args":{"at":"here"}}},
          {"functionCall":{"name":"look","args":{"at":"there"}}}]},"finishReason":"STOP"}]}""";
    var contents = secondRequest(Dialects.GEMINI, events(List.of(event))).path("contents");
    assertThat(contents.at("/1/parts/1/thoughtSignature").asString()).isEqualTo("signed");
    assertThat(contents.at("/1/parts/2/functionCall").has("id")).isFalse();
    assertThat(contents.at("/2/parts")).hasSize(2);
    assertThat(contents.at("/2/parts/0/functionResponse").has("id")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void an_answer_of_which_nothing_can_go_back_leaves_no_empty_message(Dialects dialect)
      throws Exception {
    List<Turn> turns =
        List.of(
            new Turn.Asked("First."),
            new Turn.Answered(List.of(new Part.Reasoning("Hm.", null))),
            new Turn.Asked("Do it. " + dev.retinue.llm.scripted.ScriptedLlm.script(text("Yes."))));
    var reply = ask(dialect, new Prompt("", turns, List.of(), Prompt.Settings.USUAL));
    assertThat(reply.text()).isEqualTo("Yes.");
    assertThat(sent().toString()).doesNotContain("\"content\":[]", "\"parts\":[]");
  }
}
