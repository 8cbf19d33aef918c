package dev.retinue.conformance;

import static dev.retinue.conformance.Fixtures.object;
import static dev.retinue.conformance.Fixtures.tool;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.PromptInfo;
import dev.retinue.mcp.model.PromptResult;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.RpcException;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Tools that answer, stream, ask and fail.
final class ToolFixtures {
  private static final String SCHEMA_2020_12 =
      """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
          "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
          }
        },
        "properties": {
          "name": {"type": "string"},
          "address": {"$ref": "#/$defs/address"},
          "contactMethod": {"type": "string", "enum": ["phone", "email"]},
          "phone": {"type": "string"},
          "email": {"type": "string"}
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false
      }
      """;

  private ToolFixtures() {}

  static void addTo(McpServer server) {
    server
        .add(
            tool(
                "test_simple_text",
                (_, _) -> ToolResult.text("This is a simple text response for testing.")))
        .add(
            tool(
                "test_image_content",
                (_, _) -> ToolResult.of(Content.image(Fixtures.PNG, "image/png"))))
        .add(
            tool(
                "test_audio_content",
                (_, _) -> ToolResult.of(Content.audio(Fixtures.WAV, "audio/wav"))))
        .add(
            tool(
                "test_embedded_resource",
                (_, _) ->
                    embedded(
                        "test://embedded-resource",
                        "text/plain",
                        "This is an embedded resource content.")))
        .add(
            tool(
                "test_multiple_content_types",
                (_, _) ->
                    ToolResult.of(
                        Content.text("Multiple content types test:"),
                        Content.image(Fixtures.PNG, "image/png"),
                        Content.embedded(
                            ResourceContents.text(
                                "test://mixed-content-resource",
                                "application/json",
                                "{\"test\":\"data\",\"value\":123}")))))
        .add(tool("test_tool_with_logging", (_, call) -> logging(call)))
        .add(tool("test_logging_tool", (_, call) -> logging(call)))
        .add(tool("test_tool_with_progress", (_, call) -> progressing(call)))
        .add(
            tool(
                "test_error_handling",
                (_, _) -> {
                  throw new ToolException("This tool intentionally returns an error for testing");
                }))
        .add(
            tool(
                "test_reconnection",
                (_, call) -> {
                  call.releaseConnection();
                  return ToolResult.text("Reconnected.");
                }))
        .add(
            tool(
                "json_schema_2020_12_tool",
                SCHEMA_2020_12,
                TaskSupport.NEVER,
                (_, _) -> ToolResult.text("ok")))
        .add(
            tool(
                "test_x_mcp_header",
                "{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}",
                TaskSupport.NEVER,
                (_, _) -> ToolResult.text("ok")));
    addAsking(server);
    addTriggers(server);
  }

  private static void addAsking(McpServer server) {
    server
        .add(
            tool(
                "test_sampling",
                "{\"type\":\"object\",\"properties\":{\"prompt\":{\"type\":\"string\"}},\"required\":[\"prompt\"]}",
                TaskSupport.NEVER,
                (arguments, call) ->
                    ToolResult.text(
                        "LLM response: "
                            + call.ask("s", sample(arguments.path("prompt").asString(), 100))
                                .path("content")
                                .path("text")
                                .asString(""))))
        .add(
            tool(
                "test_elicitation",
                "{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\"}},\"required\":[\"message\"]}",
                TaskSupport.NEVER,
                (arguments, call) ->
                    ToolResult.text(
                        "User response: "
                            + call.ask(
                                "e",
                                new InputRequest.Elicit(
                                    arguments.path("message").asString(),
                                    object(
                                        """
                                        {"type":"object","properties":{
                                          "username":{"type":"string","description":"User's response"},
                                          "email":{"type":"string","description":"User's email address"}},
                                         "required":["username","email"]}"""))))))
        .add(
            tool(
                "test_elicitation_sep1034_defaults",
                (_, call) ->
                    elicited(
                        call,
                        """
                        {"type":"object","properties":{
                          "name":{"type":"string","default":"John Doe"},
                          "age":{"type":"integer","default":30},
                          "score":{"type":"number","default":95.5},
                          "status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
                          "verified":{"type":"boolean","default":true}},"required":[]}""")))
        .add(
            tool(
                "test_elicitation_sep1330_enums",
                (_, call) ->
                    elicited(
                        call,
                        """
                        {"type":"object","properties":{
                          "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
                          "titledSingle":{"type":"string","oneOf":[
                            {"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},
                            {"const":"value3","title":"Third Option"}]},
                          "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
                            "enumNames":["Option One","Option Two","Option Three"]},
                          "untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
                          "titledMulti":{"type":"array","items":{"anyOf":[
                            {"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},
                            {"const":"value3","title":"Third Choice"}]}}},"required":[]}""")))
        .add(
            tool(
                "test_missing_capability",
                (_, call) -> {
                  call.ask("s", sample("anything", 10));
                  return ToolResult.text("sampled");
                }))
        .add(
            tool(
                "test_streaming_elicitation",
                (_, call) -> {
                  call.ask("e", InputFixtures.elicit("Go on?", "ok", "boolean"));
                  return ToolResult.text("went on");
                }));
  }

  private static void addTriggers(McpServer server) {
    server
        .add(
            tool(
                "test_trigger_tool_change",
                (_, _) -> {
                  server.add(tool("test_come_and_gone", (_, _) -> ToolResult.text("here")));
                  server.removeTool("test_come_and_gone");
                  return ToolResult.text("changed");
                }))
        .add(
            tool(
                "test_trigger_prompt_change",
                (_, _) -> {
                  server.add(
                      new Offer.Prompt(
                          PromptInfo.of("test_come_and_gone", "Gone soon."),
                          (_, _) -> PromptResult.of(),
                          Offer.Completer.NONE));
                  server.removePrompt("test_come_and_gone");
                  return ToolResult.text("changed");
                }));
  }

  static InputRequest sample(String prompt, int maxTokens) {
    var params = object("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\"}}]}");
    ((ObjectNode) params.path("messages").path(0).path("content")).put("text", prompt);
    return new InputRequest.Sample(params.put("maxTokens", maxTokens));
  }

  private static ToolResult elicited(Call call, String schema) {
    var answer = call.ask("e", new InputRequest.Elicit("Please fill this in", object(schema)));
    return ToolResult.text(
        "Elicitation completed: action=%s, content=%s"
            .formatted(answer.path("action").asString(""), answer.path("content")));
  }

  private static ToolResult embedded(String uri, String mimeType, String text) {
    return ToolResult.of(Content.embedded(ResourceContents.text(uri, mimeType, text)));
  }

  private static ToolResult logging(Call call) {
    for (var text :
        new String[] {
          "Tool execution started", "Tool processing data", "Tool execution completed"
        }) {
      call.log(LogLevel.INFO, "fixture", StringNode.valueOf(text));
    }
    return ToolResult.text("logged");
  }

  private static ToolResult progressing(Call call) {
    for (int done : new int[] {0, 50, 100}) {
      call.progress(done, 100.0, null);
    }
    return ToolResult.text("progressed");
  }

  static RpcException crash() {
    return RpcException.invalidParams("a protocol error on purpose");
  }
}
