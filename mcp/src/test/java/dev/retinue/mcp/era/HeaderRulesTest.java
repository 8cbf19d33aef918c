package dev.retinue.mcp.era;

import static dev.retinue.mcp.testing.TestServer.tool;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.HttpCall;
import dev.retinue.mcp.testing.HttpClients;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.TestServer;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// Headers of modern requests must say what the message says.
final class HeaderRulesTest {
  private final TestServer test = new TestServer();
  private final HttpClients client = new HttpClients(test.endpoint(), "somebody");

  @BeforeEach
  void a_tool_with_arguments_in_headers() {
    test.server()
        .add(
            tool(
                "routed",
                """
                {"type":"object","properties":{
                  "region":{"type":"string","x-mcp-header":"Region"},
                  "size":{"type":"integer","x-mcp-header":"Size"},
                  "fast":{"type":"boolean","x-mcp-header":"Fast"},
                  "inner":{"type":"object","properties":{"zone":{"type":"string","x-mcp-header":"Zone"}}}}}""",
                TaskSupport.NEVER,
                (_, _) -> ToolResult.text("ok")));
  }

  @ParameterizedTest
  @CsvSource({
    "Mcp-Method, ''",
    "Mcp-Method, tools/list",
    "Mcp-Method, TOOLS/CALL",
    "Mcp-Name, ''",
    "Mcp-Name, other",
    "Mcp-Name, ECHO",
    "Mcp-Name, 'echo, other'",
    "MCP-Protocol-Version, 2025-11-25",
    "MCP-Protocol-Version, 2099-01-01",
    "Mcp-Name, =?base64?ZWNobw?=",
    "Mcp-Name, =?base64?*?=",
    "Mcp-Name, =?base64?=",
    "Mcp-Name, =?base64??=",
    "Mcp-Name, =?BASE64?ZWNobw==?=x"
  })
  void a_header_that_is_missing_or_says_something_else_is_a_mismatch(String name, String value) {
    assertMismatch(send(Rpc.call("echo", "{}"), Map.of(name, value)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"echo", "  echo  ", "=?base64?ZWNobw==?="})
  void a_header_may_be_padded_or_encoded(String name) {
    assertThat(send(Rpc.call("echo", "{}"), Map.of("Mcp-Name", name)).status()).isEqualTo(200);
  }

  @Test
  void a_name_beyond_ASCII_travels_in_base64() {
    test.server().add(tool("grüße", (_, _) -> ToolResult.text("ok")));
    var encoded = Base64.getEncoder().encodeToString("grüße".getBytes(UTF_8));
    var call = send(Rpc.call("grüße", "{}"), Map.of("Mcp-Name", "=?base64?" + encoded + "?="));
    assertThat(call.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"region\":\"eu\"} | Region | eu",
        "{\"region\":\"eu\"} | Region | =?base64?ZXU=?=",
        "{\"size\":10} | Size | 10",
        "{\"size\":10} | Size | 1e1",
        "{\"size\":10} | Size | 10.0",
        "{\"fast\":true} | Fast | true",
        "{\"inner\":{\"zone\":\"a\"}} | Zone | a"
      })
  void an_argument_agrees_with_its_header(String arguments, String header, String value) {
    var call = send(Rpc.call("routed", arguments), Map.of("Mcp-Param-" + header, value));
    assertThat(call.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"region\":\"eu\"} | Region | us",
        "{\"region\":\"eu\"} | Region | EU",
        "{\"region\":\"eu\"} | Other | eu",
        "{} | Region | eu",
        "{\"region\":null} | Region | eu",
        "{\"region\":{}} | Region | eu",
        "{\"region\":[\"eu\"]} | Region | eu",
        "{\"size\":10} | Size | 11",
        "{\"size\":10} | Size | ten",
        "{\"size\":10} | Size | 1e999999999",
        "{\"fast\":true} | Fast | 1",
        "{\"inner\":{\"zone\":\"a\"}} | Zone | b",
        "{\"inner\":{}} | Zone | b"
      })
  void an_argument_that_differs_from_its_header_is_a_mismatch(
      String arguments, String header, String value) {
    assertMismatch(send(Rpc.call("routed", arguments), Map.of("Mcp-Param-" + header, value)));
  }

  @Test
  void a_resource_is_named_by_its_address_and_a_task_by_its_id() {
    var read = Rpc.modern("1", "resources/read", "{\"uri\":\"test://a\"}");
    assertMismatch(client.post(read, with(read, Map.of("Mcp-Name", "test://b"))));
    var get = Rpc.withTasks("1", "tasks/get", "{\"taskId\":\"a\"}");
    assertMismatch(client.post(get, with(get, Map.of("Mcp-Name", ""))));
  }

  private HttpCall send(ObjectNode params, Map<String, String> headers) {
    var request = Rpc.modern("1", "tools/call", params.toString());
    return client.post(request, with(request, headers));
  }

  private static Map<String, String> with(ObjectNode request, Map<String, String> changed) {
    var headers = Rpc.headers(request);
    headers.putAll(changed);
    return headers;
  }

  private static void assertMismatch(HttpCall call) {
    assertThat(call.json().at("/error/code").asInt()).isEqualTo(-32020);
    assertThat(call.json().get("id").asInt()).isEqualTo(1);
    assertThat(call.status()).isEqualTo(400);
  }
}
