package dev.retinue.bench.peer;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The tool that all servers of the benchmarks have, on the official Java SDK.
final class Echo {
  private static final String INPUT =
      """
      {
        "type": "object",
        "properties": {
          "text": {"type": "string", "maxLength": 1000, "description": "What to say."},
          "times": {"type": "integer", "minimum": 1, "maximum": 10, "description": "How often to say it."}
        },
        "required": ["text", "times"],
        "additionalProperties": false
      }
      """;
  private static final String OUTPUT =
      """
      {
        "type": "object",
        "properties": {"text": {"type": "string"}, "length": {"type": "integer"}},
        "required": ["text", "length"],
        "additionalProperties": false
      }
      """;

  private static final McpJsonMapper JSON = McpJsonDefaults.getMapper();

  private Echo() {}

  /// What the tool answers.
  record Output(String text, int length) {}

  static <S extends McpServer.SyncSpecification<S>> void serve(
      McpServer.SyncSpecification<S> server) {
    var tool =
        Tool.builder()
            .name("echo")
            .description("Says it again.")
            .inputSchema(JSON, INPUT)
            .outputSchema(JSON, OUTPUT)
            .build();
    server
        .serverInfo("echo", "1")
        .tools(new SyncToolSpecification(tool, (_, request) -> call(request)))
        .build();
  }

  private static CallToolResult call(CallToolRequest request) {
    var text = (String) request.arguments().get("text");
    int times = ((Number) request.arguments().get("times")).intValue();
    var said = text.repeat(times);
    var output = new Output(said, said.length());
    try {
      return CallToolResult.builder()
          .addTextContent(JSON.writeValueAsString(output))
          .structuredContent(output)
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
