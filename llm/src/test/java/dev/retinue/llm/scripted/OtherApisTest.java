package dev.retinue.llm.scripted;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One round trip with a tool in each of the other APIs, in a stream and at once, and their errors.
final class OtherApisTest {
  private static final String PROMPT =
      "Do it. "
          + ScriptedLlm.script(
              Turn.shell("echo hi").reasoning("Hm."),
              Turn.text("got {{tool_result}}").usage(100, 20, 5));
  private static final String REFUSED = ScriptedLlm.script(Turn.error(401));

  private final ScriptedLlm llm = ScriptedLlm.start();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void end() {
    client.shutdownNow();
    llm.close();
  }

  private HttpResponse<String> post(String path, ObjectNode body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(llm.url() + path))
            .header("Authorization", "Bearer key-2")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode ask(String path, ObjectNode body) throws Exception {
    return Tree.JSON.readTree(post(path, body).body());
  }

  /// What stands in a stream, without what marks its end.
  private List<JsonNode> stream(String path, ObjectNode body) throws Exception {
    var data = new ArrayList<JsonNode>();
    post(path, body)
        .body()
        .lines()
        .filter(line -> line.startsWith("data: {"))
        .forEach(line -> data.add(Tree.JSON.readTree(line.substring(6))));
    return data;
  }

  private static ObjectNode responses(Object... input) {
    var parameters = Tree.of("properties", Tree.of("cmd", Tree.of("type", "string")));
    var tool = Tree.of("type", "function", "name", "exec_command", "parameters", parameters);
    return Tree.of(
        "model", "gpt-x", "stream", true, "input", List.of(input), "tools", List.of(tool));
  }

  @Test
  void responses_of_openai() throws Exception {
    var prompt =
        Tree.of(
            "type", "message",
            "role", "user",
            "content", List.of(Tree.of("type", "input_text", "text", PROMPT)));
    var completed = stream("/v1/responses", responses(prompt)).getLast();
    assertThat(completed.path("type").asString()).isEqualTo("response.completed");
    var call = completed.at("/response/output/1");
    assertThat(call.path("arguments").asString()).isEqualTo("{\"cmd\":\"echo hi\"}");

    var output =
        Tree.of(
            "type", "function_call_output", "call_id", call.get("call_id"), "output", "Output: hi");
    var frames = stream("/v1/responses", responses(prompt, call, output));
    assertThat(frames)
        .filteredOn(it -> it.path("type").asString().equals("response.output_text.delta"))
        .extracting(it -> it.path("delta").asString())
        .containsExactly("got Output: hi");
    assertThat(frames.getLast().at("/response/usage/input_tokens").asInt()).isEqualTo(105);
    assertThat(llm.await("Do it.").key()).isEqualTo("key-2");
    var refused = post("/v1/responses", Tree.of("input", REFUSED));
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.body()).contains("\"code\":\"authentication_error\"");
  }

  @Test
  void a_tool_in_a_namespace_is_called_by_the_name_that_claude_gives_it() throws Exception {
    var script = ScriptedLlm.script(Turn.tool("mcp__retinue__agent_start", Tree.of("a", 1)));
    var body = responses(Tree.of("type", "message", "role", "user", "content", script));
    body.withArrayProperty("tools").add(Tree.of("type", "tool_search"));
    var call = stream("/v1/responses", body).getLast().at("/response/output/0");
    assertThat(call.path("namespace").asString()).isEqualTo("mcp__retinue");
    assertThat(call.path("name").asString()).isEqualTo("agent_start");
  }

  private static ObjectNode chat(boolean stream, Object... messages) {
    var parameters =
        Tree.of(
            "properties", Tree.of("command", Tree.of("type", "string")),
            "required", List.of("command", "description"));
    var function = Tree.of("name", "bash", "parameters", parameters);
    return Tree.of(
        "model",
        "x",
        "stream",
        stream,
        "messages",
        List.of(messages),
        "tools",
        List.of(Tree.of("type", "function", "function", function)));
  }

  @Test
  void chat_completions_of_openai() throws Exception {
    var prompt = Tree.of("role", "user", "content", PROMPT);
    var first = ask("/v1/chat/completions", chat(false, prompt)).at("/choices/0/message");
    assertThat(first.at("/tool_calls/0/function/arguments").asString())
        .contains("\"command\":\"echo hi\"", "\"description\":");
    assertThat(first.path("reasoning_content").asString()).isEqualTo("Hm.");
    assertThat(stream("/chat/completions", chat(true, prompt)).toString())
        .contains("\"tool_calls\"", "\"finish_reason\":\"tool_calls\"");

    var result = Tree.of("role", "tool", "tool_call_id", "x", "content", "hi");
    var frames = stream("/v1/chat/completions", chat(true, prompt, first, result));
    assertThat(frames.get(1).at("/choices/0/delta/content").asString()).isEqualTo("got hi");
    assertThat(frames.getLast().at("/usage/prompt_tokens").asInt()).isEqualTo(105);
    var refused = chat(false, Tree.of("role", "user", "content", REFUSED));
    assertThat(post("/chat/completions", refused).statusCode()).isEqualTo(401);
  }

  private static ObjectNode gemini(Object... contents) {
    var tool = Tree.of("name", "run_shell_command", "parametersJsonSchema", Tree.of());
    return Tree.of(
        "contents", List.of(contents),
        "tools", List.of(Tree.of("functionDeclarations", List.of(tool))));
  }

  private static ObjectNode parts(String role, Object... parts) {
    return Tree.of("role", role, "parts", List.of(parts));
  }

  @Test
  void gemini_of_google() throws Exception {
    var path = "/v1beta/models/gemini-x:";
    var prompt = parts("user", Tree.of("text", PROMPT));
    var first = ask(path + "generateContent", gemini(prompt)).at("/candidates/0/content");
    assertThat(first.at("/parts/0/thought").asBoolean()).isTrue();
    assertThat(first.at("/parts/1/functionCall/args/command").asString()).isEqualTo("echo hi");

    var response = Tree.of("name", "run_shell_command", "response", Tree.of("output", "hi"));
    var frames =
        stream(
            path + "streamGenerateContent?alt=sse",
            gemini(prompt, first, parts("user", Tree.of("functionResponse", response))));
    assertThat(frames.getFirst().at("/candidates/0/content/parts/0/text").asString())
        .isEqualTo("got hi");
    assertThat(frames.getLast().at("/candidates/0/finishReason").asString()).isEqualTo("STOP");
    assertThat(llm.await("Do it.").conversation().model()).isEqualTo("gemini-x");
    assertThat(ask(path + "countTokens", gemini()).path("totalTokens").asInt()).isPositive();
    var refused = post(path + "generateContent", gemini(parts("user", Tree.of("text", REFUSED))));
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.body()).contains("UNAUTHENTICATED");
  }

  @Test
  void who_wants_only_an_answer_in_a_form_gets_the_smallest_and_no_turn_of_the_script()
      throws Exception {
    var schema =
        Tree.of(
            "type", "object",
            "properties", Tree.of("title", Tree.of("type", "string")),
            "required", List.of("title"));
    var body =
        Tree.of(
            "messages", List.of(Tree.of("role", "user", "content", PROMPT)),
            "response_format", Tree.of("json_schema", Tree.of("schema", schema)));
    assertThat(ask("/v1/chat/completions", body).at("/choices/0/message/content").asString())
        .isEqualTo("{\"title\":\"scripted\"}");
  }
}
