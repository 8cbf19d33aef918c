package dev.retinue.conformance;

import static dev.retinue.conformance.Fixtures.object;
import static dev.retinue.conformance.Fixtures.tool;

import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.model.ToolResult;
import java.util.LinkedHashMap;
import java.util.Map;

/// Tools that need input in one round or several.
final class InputFixtures {
  private InputFixtures() {}

  static void addTo(McpServer server) {
    server
        .add(
            tool(
                "test_input_required_result_elicitation",
                (_, call) -> {
                  var answer =
                      call.ask("user_name", elicit("What is your name?", "name", "string"));
                  return ToolResult.text(
                      "Hello, %s!".formatted(answer.path("content").path("name").asString("")));
                }))
        .add(
            tool(
                "test_input_required_result_sampling",
                (_, call) -> {
                  var answer =
                      call.ask(
                          "capital_question",
                          ToolFixtures.sample("What is the capital of France?", 100));
                  return ToolResult.text(answer.path("content").path("text").asString(""));
                }))
        .add(
            tool(
                "test_input_required_result_list_roots",
                (_, call) ->
                    ToolResult.text(
                        "Roots: " + call.ask("client_roots", new InputRequest.ListRoots()))))
        .add(
            tool(
                "test_input_required_result_request_state",
                (_, call) -> {
                  call.ask("confirm", elicit("Please confirm", "ok", "boolean"));
                  return ToolResult.text("state-ok");
                }))
        .add(
            tool(
                "test_input_required_result_tampered_state",
                (_, call) -> {
                  call.ask("confirm", elicit("Please confirm", "ok", "boolean"));
                  return ToolResult.text("state-ok");
                }))
        .add(
            tool(
                "test_input_required_result_multiple_inputs",
                (_, call) -> {
                  var questions = new LinkedHashMap<String, InputRequest>();
                  questions.put("user_name", elicit("What is your name?", "name", "string"));
                  questions.put("greeting", ToolFixtures.sample("Generate a greeting", 50));
                  questions.put("client_roots", new InputRequest.ListRoots());
                  return ToolResult.text("Answers: " + call.ask(questions).keySet());
                }))
        .add(
            tool(
                "test_input_required_result_multi_round",
                (_, call) -> {
                  var first =
                      call.ask("step1", elicit("Step 1: What is your name?", "name", "string"));
                  var second =
                      call.ask(
                          "step2",
                          elicit("Step 2: What is your favorite color?", "color", "string"));
                  return ToolResult.text(
                      "%s likes %s"
                          .formatted(
                              first.path("content").path("name").asString(""),
                              second.path("content").path("color").asString("")));
                }))
        .add(
            tool(
                "test_input_required_result_capabilities",
                (_, call) -> {
                  var questions = new LinkedHashMap<String, InputRequest>();
                  var possible =
                      Map.of(
                          "name", elicit("What is your name?", "name", "string"),
                          "greeting", ToolFixtures.sample("Generate a greeting", 50));
                  possible.forEach(
                      (key, question) -> {
                        if (call.clientCan(question.capability())) {
                          questions.put(key, question);
                        }
                      });
                  return ToolResult.text("Answers: " + call.ask(questions).keySet());
                }));
  }

  static InputRequest elicit(String message, String field, String type) {
    return new InputRequest.Elicit(
        message,
        object(
            "{\"type\":\"object\",\"properties\":{\"%s\":{\"type\":\"%s\"}},\"required\":[\"%s\"]}"
                .formatted(field, type, field)));
  }
}
