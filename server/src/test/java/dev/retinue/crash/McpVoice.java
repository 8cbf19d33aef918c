package dev.retinue.crash;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.client.McpClientException;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.RpcException;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// Speaks MCP, over HTTP or with a front.
record McpVoice(McpClient client) implements Voice {
  /// What a front says when it does not know.
  private static final String UNKNOWN = "whether it was done is not known";

  static McpVoice at(URI endpoint, ClientOptions options) throws Unanswered {
    try {
      return new McpVoice(McpClient.at(endpoint, options));
    } catch (McpClientException e) {
      throw new Unanswered(e);
    }
  }

  @Override
  public JsonNode call(String tool, ObjectNode arguments) throws Unanswered {
    try {
      var result = client.callTool(tool, arguments);
      if (result.isError()) {
        throw refusal(result);
      }
      return orNull(result.structuredContent());
    } catch (McpClientException e) {
      throw new Unanswered(e);
    } catch (RpcException e) {
      if (String.valueOf(e.getMessage()).contains(UNKNOWN)) {
        throw new Unanswered(e);
      }
      throw new Refused("protocol", String.valueOf(e.getMessage()));
    }
  }

  private static Refused refusal(ToolResult result) {
    var error = orNull(result.structuredContent()).path("error");
    return new Refused(error.path("code").asString("none"), result.content().toString());
  }

  private static JsonNode orNull(@Nullable JsonNode json) {
    return json == null ? NullNode.getInstance() : json;
  }

  @Override
  public void close() {
    client.close();
  }
}
