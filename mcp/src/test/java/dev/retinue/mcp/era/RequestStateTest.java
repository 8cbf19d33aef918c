package dev.retinue.mcp.era;

import static dev.retinue.mcp.testing.TestServer.elicit;
import static dev.retinue.mcp.testing.TestServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.HttpClients;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.TestServer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The state that a half-answered request carries through the client is of use to nobody else, for
/// nothing else, and to nobody twice.
final class RequestStateTest {
  private static final String ANSWER =
      "{\"%s\":{\"action\":\"accept\",\"content\":{\"v\":\"%1$s\"}}}";

  private final TestServer test = new TestServer();
  private final HttpClients client = new HttpClients(test.endpoint(), "somebody");
  private final CountDownLatch goOn = new CountDownLatch(1);

  @BeforeEach
  void tools_that_ask() {
    test.server()
        .add(
            tool(
                "twice",
                (_, call) -> {
                  var work = call.remember("work", () -> begin());
                  call.ask("first", elicit("First?"));
                  call.ask("second", elicit("Second?"));
                  test.tell("ended " + work);
                  return ToolResult.text("done");
                }))
        .add(
            tool(
                "both",
                (_, call) -> {
                  var questions = new LinkedHashMap<String, InputRequest>();
                  questions.put("first", elicit("First?"));
                  questions.put("second", elicit("Second?"));
                  return ToolResult.text(call.ask(questions).keySet().toString());
                }))
        .add(
            tool(
                "slow",
                (_, call) -> {
                  call.ask("first", elicit("First?"));
                  test.tell("at work");
                  goOn.await();
                  return ToolResult.text("done");
                }));
  }

  private String begin() {
    test.tell("begun");
    return "work-1";
  }

  @Test
  void a_handler_is_run_again_but_what_lasts_is_begun_once() {
    var first = send("twice", "{}", null, "{}");
    assertThat(test.heard()).isEqualTo("begun");
    assertThat(first.at("/result/inputRequests").propertyNames()).containsExactly("first");
    var second = send("twice", "{}", state(first), ANSWER.formatted("first"));
    assertThat(second.at("/result/inputRequests").propertyNames()).containsExactly("second");
    var third = send("twice", "{}", state(second), ANSWER.formatted("second"));
    assertThat(third.at("/result/content/0/text").asString()).isEqualTo("done");
    assertThat(test.heard()).isEqualTo("ended work-1");
  }

  @Test
  void a_call_has_one_id_in_all_its_rounds_and_another_call_has_another() {
    test.server()
        .add(
            tool(
                "named",
                (_, call) -> {
                  test.tell(call.id());
                  call.ask("first", elicit("First?"));
                  return ToolResult.text("done");
                }));
    var asked = send("named", "{}", null, "{}");
    var id = test.heard();
    send("named", "{}", state(asked), ANSWER.formatted("first"));
    assertThat(test.heard()).isEqualTo(id);
    send("named", "{}", null, "{}");
    assertThat(test.heard()).isNotEqualTo(id);
  }

  @Test
  void what_is_missing_or_has_the_wrong_shape_is_asked_for_again_and_the_rest_is_kept() {
    var asked = send("both", "{}", null, "{}");
    assertThat(asked.at("/result/inputRequests").propertyNames())
        .containsExactly("first", "second");
    var partly =
        send(
            "both",
            "{}",
            state(asked),
            "{\"first\":{\"action\":\"accept\",\"content\":{}},\"second\":\"text\",\"third\":{}}");
    assertThat(partly.at("/result/inputRequests").propertyNames()).containsExactly("second");
    var whole = send("both", "{}", state(partly), ANSWER.formatted("second"));
    assertThat(whole.at("/result/content/0/text").asString()).isEqualTo("[first, second]");
  }

  @Test
  void a_state_that_was_changed_anywhere_is_refused() {
    var state = state(send("both", "{}", null, "{}"));
    for (int i = 0; i < state.length() - 1; i++) {
      var other = state.charAt(i) == 'A' ? 'B' : 'A';
      assertRefused("both", state.substring(0, i) + other + state.substring(i + 1));
    }
  }

  @Test
  void a_state_that_was_cut_or_made_up_is_refused() {
    var state = state(send("both", "{}", null, "{}"));
    for (int length = 0; length < state.length() - 1; length++) {
      assertRefused("both", state.substring(0, length));
    }
    assertRefused("both", state + "AAAA");
    assertRefused("both", "not base64 at all!");
  }

  @Test
  void a_state_is_good_for_one_end_of_its_request_however_it_is_written() {
    var first = state(send("twice", "{}", null, "{}"));
    var second = state(send("twice", "{}", first, ANSWER.formatted("first")));
    var end = send("twice", "{}", second, ANSWER.formatted("second"));
    assertThat(end.has("result")).isTrue();
    assertRefused("twice", second);
    assertRefused("twice", second + "=".repeat((4 - second.length() % 4) % 4));
    assertRefused("twice", first);
  }

  @Test
  void of_two_who_use_a_state_at_once_one_is_refused() {
    var state = state(send("slow", "{}", null, "{}"));
    var params = params("slow", "{}", state, ANSWER.formatted("first"));
    var winner = client.modern(Rpc.modern("1", "tools/call", params));
    assertThat(test.heard()).isEqualTo("at work");
    assertRefused("slow", state);
    goOn.countDown();
    assertThat(winner.json().has("result")).isTrue();
  }

  @Test
  void a_state_is_of_no_use_to_another_caller_or_for_other_arguments_or_another_tool() {
    var state = state(send("both", "{\"a\":1}", null, "{}"));
    var answers = ANSWER.formatted("first");
    var other = new HttpClients(test.endpoint(), "somebody else");
    var request = Rpc.modern("1", "tools/call", params("both", "{\"a\":1}", state, answers));
    assertThat(other.modern(request).json().at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(send("both", "{\"a\":2}", state, answers).at("/error/code").asInt())
        .isEqualTo(-32602);
    assertThat(send("twice", "{\"a\":1}", state, answers).at("/error/code").asInt())
        .isEqualTo(-32602);
    assertThat(send("both", "{\"a\":1}", state, answers).has("result")).isTrue();
  }

  @Test
  void a_state_expires() {
    var state = state(send("both", "{}", null, "{}"));
    test.pass(Duration.ofMinutes(31));
    assertRefused("both", state);
  }

  @Test
  void the_client_learns_nothing_from_a_state() {
    var asked = send("both", "{}", null, "{}");
    var partly = send("both", "{}", state(asked), ANSWER.formatted("first"));
    var decoded = java.util.Base64.getUrlDecoder().decode(state(partly));
    assertThat(new String(decoded, java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotContain("first")
        .doesNotContain("accept");
  }

  private void assertRefused(String tool, String state) {
    var answer = send(tool, "{}", state, ANSWER.formatted("first"));
    assertThat(answer.at("/error/code").asInt()).as(state).isEqualTo(-32602);
  }

  private JsonNode send(String tool, String arguments, @Nullable String state, String answers) {
    var params = params(tool, arguments, state, answers);
    return client.modern(Rpc.modern("1", "tools/call", params)).json();
  }

  private static String params(
      String tool, String arguments, @Nullable String state, String answers) {
    ObjectNode params = Rpc.call(tool, arguments);
    params.set("inputResponses", Rpc.object(answers));
    if (state != null) {
      params.put("requestState", state);
    }
    return params.toString();
  }

  private static String state(JsonNode answer) {
    return answer.at("/result/requestState").asString();
  }
}
