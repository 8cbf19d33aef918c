package dev.retinue.bench.quarkus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkiverse.mcp.server.TextContent;
import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolArg;
import io.quarkiverse.mcp.server.ToolCallException;
import io.quarkiverse.mcp.server.ToolResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;

/// The tool that all servers of the benchmarks have, on quarkus-mcp-server. It checks the presence
/// and the types of arguments itself; the limits, which are not in its schema, are checked here.
public class Echo {
  @Inject ObjectMapper json;

  /// What the tool answers.
  public record Output(String text, int length) {}

  @Tool(
      name = "echo",
      description = "Says it again.",
      outputSchema = @Tool.OutputSchema(from = Output.class))
  ToolResponse echo(
      @ToolArg(description = "What to say.") String text,
      @ToolArg(description = "How often to say it.") int times)
      throws JsonProcessingException {
    if (text.length() > 1000 || times < 1 || times > 10) {
      throw new ToolCallException("The arguments are out of their limits");
    }
    var said = text.repeat(times);
    var output = new Output(said, said.length());
    var content = List.of(new TextContent(json.writeValueAsString(output)));
    return new ToolResponse(false, content, output, Map.of());
  }
}
