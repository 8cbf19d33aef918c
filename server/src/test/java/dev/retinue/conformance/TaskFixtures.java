package dev.retinue.conformance;

import static dev.retinue.conformance.Fixtures.tool;

import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.model.ToolResult;
import java.util.LinkedHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Tools that become tasks.
final class TaskFixtures {
  private TaskFixtures() {}

  static void addTo(McpServer server) {
    server
        .add(
            tool(
                "greet",
                "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}",
                TaskSupport.NEVER,
                (arguments, _) ->
                    ToolResult.text("Hello, %s!".formatted(arguments.path("name").asString("")))))
        .add(
            tool(
                "slow_compute",
                "{\"type\":\"object\",\"properties\":{\"seconds\":{\"type\":\"number\"},\"label\":{\"type\":\"string\"}}}",
                TaskSupport.ALLOWED,
                (arguments, _) -> {
                  pause(arguments.path("seconds").asDouble(0));
                  return ToolResult.text("computed " + arguments.path("label").asString(""));
                }))
        .add(
            tool(
                "failing_job",
                "{\"type\":\"object\"}",
                TaskSupport.REQUIRED,
                (_, _) -> {
                  pause(1);
                  throw new ToolException("failed on purpose");
                }))
        .add(
            tool(
                "protocol_error_job",
                "{\"type\":\"object\"}",
                TaskSupport.ALLOWED,
                (_, _) -> {
                  throw ToolFixtures.crash();
                }))
        .add(
            tool(
                "confirm_delete",
                "{\"type\":\"object\",\"properties\":{\"filename\":{\"type\":\"string\"}}}",
                TaskSupport.ALLOWED,
                (arguments, call) -> {
                  var answer =
                      call.ask("confirm", InputFixtures.elicit("Delete?", "ok", "boolean"));
                  return ToolResult.text(
                      "%s: %s".formatted(arguments.path("filename").asString(""), answer));
                }))
        .add(
            tool(
                "multi_input",
                "{\"type\":\"object\"}",
                TaskSupport.ALLOWED,
                (_, call) -> {
                  var questions = new LinkedHashMap<String, InputRequest>();
                  questions.put("first", InputFixtures.elicit("First?", "a", "string"));
                  questions.put("second", InputFixtures.elicit("Second?", "b", "string"));
                  return ToolResult.text("Answers: " + call.ask(questions));
                }))
        .add(afterAQuestion());
  }

  private static ToolEntry afterAQuestion() {
    ToolEntry.Handler handler =
        (_, call) -> {
          var answer =
              call.ask("user_name", InputFixtures.elicit("What is your name?", "name", "string"));
          return ToolResult.text(
              "Hello, %s!".formatted(answer.path("content").path("name").asString("")));
        };
    var entry = tool("test_tool_with_task", "{\"type\":\"object\"}", TaskSupport.REQUIRED, handler);
    return new ToolEntry(
        entry.info(), entry.tasks(), entry.edition(), handler, handler, entry.input());
  }

  /// Work that takes time and can be cancelled.
  private static void pause(double seconds) throws InterruptedException {
    boolean never = new CountDownLatch(1).await((long) (seconds * 1000), TimeUnit.MILLISECONDS);
    if (never) {
      throw new IllegalStateException("nobody counts down");
    }
  }
}
