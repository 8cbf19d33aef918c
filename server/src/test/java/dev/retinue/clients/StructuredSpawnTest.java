package dev.retinue.clients;

import static dev.retinue.clients.RealHouse.prompt;
import static dev.retinue.clients.RealHouse.structured;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers of the real claude that must fit a schema.
@EndToEnd
final class StructuredSpawnTest {
  private static final String SCHEMA =
      "{\"type\":\"object\",\"required\":[\"n\"],\"properties\":{\"n\":{\"type\":\"integer\"}}}";

  @TempDir private Path folder;
  private RealHouse house;
  private McpClient client;

  @BeforeEach
  void open() throws IOException {
    house = RealHouse.in(folder);
    client = house.client();
  }

  @AfterEach
  void close() {
    if (house != null) {
      client.close();
      house.close();
    }
  }

  private ObjectNode order(Turn... turns) {
    return Json.object()
        .put("prompt", prompt("Count it.", turns))
        .put("working_directory", house.project().toString());
  }

  private JsonNode schema(String how) throws IOException {
    return switch (how) {
      case "inline" -> Json.WIRE.readTree(SCHEMA);
      case "text" -> Json.WIRE.valueToTree(SCHEMA);
      default -> {
        Files.writeString(house.project().resolve("schema.json"), SCHEMA);
        yield Json.WIRE.valueToTree("schema.json");
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"inline", "path"})
  void an_answer_that_fits_is_returned_as_json(String how) throws Exception {
    var order = order(Turn.structured(Map.of("n", 2)), Turn.text("done"));
    order.set("structured_output", schema(how));

    var answer = RealHouse.call(client, "spawn_claude", order);

    assertThat(answer.path("structured").path("n").intValue()).as("%s", answer).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"inline", "path", "text"})
  void an_answer_that_never_fits_is_invalid_after_one_repair_and_is_kept(String how)
      throws Exception {
    var order = order(Turn.text("There are two."), Turn.text("Two, I said."), Turn.text("never"));
    order.set("structured_output", schema(how));

    var result = client.callTool("spawn_claude", order);

    assertThat(result.isError()).isTrue();
    var answer = structured(result);
    assertThat(answer.path("success").asBoolean(true)).isFalse();
    assertThat(answer.path("reason").asString()).as("%s", answer).isEqualTo("invalid_output");
    assertThat(answer.has("structured")).isFalse();
    assertThat(answer.path("result").asString("")).isNotEmpty();
    var look = Json.object().put("spawn_id", answer.path("spawn_id").asString());
    assertThat(structured(client.callTool("get_result", look)).path("result"))
        .isEqualTo(answer.path("result"));
    assertThat(house.llm().exchanges("not fit")).as("the repair").isNotEmpty();
  }

  @Test
  void a_schema_outside_of_the_folders_is_refused_and_nothing_is_started() throws Exception {
    var outside = house.folder().resolve("outside.json");
    Files.writeString(outside, SCHEMA);
    Files.createSymbolicLink(house.project().resolve("link.json"), outside);
    Files.createSymbolicLink(house.project().resolve("up"), house.folder());
    for (var path :
        new String[] {
          outside.toString(), "../outside.json", "link.json", "up/outside.json", "no"
        }) {
      var result =
          client.callTool("spawn_claude", order(Turn.text("x")).put("structured_output", path));
      assertThat(result.isError()).as(path).isTrue();
      assertThat(structured(result).path("error").path("message").asString())
          .contains(path, "not a file inside the folders");
    }
    assertThat(house.llm().exchanges()).isEmpty();
  }
}
