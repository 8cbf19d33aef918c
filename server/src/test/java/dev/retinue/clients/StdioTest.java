package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// `retinue mcp`, line by line.
@EndToEnd
class StdioTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8", "POSIX"})
  void under_every_locale_stdout_is_utf_8_and_nothing_but_messages(String locale) {
    var ended =
        retinue()
            .with("LC_ALL", locale)
            .hearing(
                """
                {"jsonrpc":"2.0","id":"ü€𝄞","method":"server/discover","params":{%s}}
                not a message
                {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{%s}}
                """
                    .formatted(META, META.replace("2026-07-28", "grün")))
            .run();
    assertThat(ended.exitCode()).isZero();
    var messages = messages(ended.out());
    assertThat(messages).hasSize(3);
    assertThat(messages)
        .anyMatch(message -> message.path("id").asString("").equals("ü€𝄞"))
        .anyMatch(message -> message.path("error").path("code").asInt() == -32700)
        .anyMatch(message -> message.path("error").path("message").asString("").contains("grün"));
  }

  @Test
  void both_eras_are_served_on_the_same_lines() {
    var ended =
        retinue()
            .hearing(
                """
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{}}}
                {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{%s}}
                {"jsonrpc":"2.0","id":3,"method":"tools/list"}
                {"jsonrpc":"2.0","id":4,"method":"ping"}
                """
                    .formatted(META))
            .run();
    var messages = messages(ended.out());
    assertThat(messages).hasSize(4);
    assertThat(result(messages, 1).path("protocolVersion").asString("")).isEqualTo("2024-11-05");
    assertThat(result(messages, 2).path("resultType").asString("")).isEqualTo("complete");
    assertThat(result(messages, 3).has("resultType")).isFalse();
    assertThat(result(messages, 3).path("tools")).isEqualTo(result(messages, 2).path("tools"));
    assertThat(result(messages, 4).isEmpty()).isTrue();
  }

  @Test
  void an_input_that_is_closed_at_once_ends_it_at_once() {
    var ended = retinue().run();
    assertThat(ended).isEqualTo(new Program.Ended(0, "", ""));
  }

  private Program retinue() {
    return Program.of(ServedRetinue.LAUNCHER, "mcp")
        .with("JAVA_HOME", Repository.JDK)
        .with("HOME", folder)
        .with("RETINUE_DATA", folder.resolve("data"));
  }

  private static List<JsonNode> messages(String out) {
    return out.lines().map(Json.WIRE::readTree).toList();
  }

  private static JsonNode result(List<JsonNode> messages, int id) {
    return messages.stream()
        .filter(message -> message.path("id").asInt(-1) == id)
        .findFirst()
        .orElseThrow()
        .path("result");
  }
}
