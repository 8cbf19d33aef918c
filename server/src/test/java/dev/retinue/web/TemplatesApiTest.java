package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static dev.retinue.web.TestApi.OWNER;
import static dev.retinue.web.TestApi.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Templates over REST: the same as by their tools.
final class TemplatesApiTest {
  private static final String TEA =
      """
      ---
      name: tea
      title: Make tea
      description: Makes tea of these leaves.
      agent: [player]
      arguments:
        leaves:
          description: Which leaves.
          enum: [green, black]
          required: true
        minutes:
          description: For how long.
          type: integer
          default: 3
      ---
      complete {{leaves}} tea after {{minutes}} minutes
      """;

  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void open() {
    api = new TestApi(folder);
    write(folder);
  }

  @AfterEach
  void close() {
    api.close();
  }

  /// Puts one where the API looks for them.
  static void write(Path folder) {
    try {
      Files.createDirectories(folder.resolve("templates"));
      Files.writeString(folder.resolve("templates/tea.md"), TEA);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode tea(JsonNode shelf) {
    return shelf
        .path("templates")
        .valueStream()
        .filter(it -> it.path("name").asString().equals("tea"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void they_are_listed_with_the_schema_of_a_form_and_their_place_for_the_owner_alone() {
    var tea = tea(api.get(OWNER, "/api/templates").json());
    assertThat(tea.path("title").asString()).isEqualTo("Make tea");
    assertThat(tea.path("file").asString()).endsWith("templates/tea.md");
    assertThat(tea.at("/input/required").toString()).isEqualTo("[\"leaves\"]");
    assertThat(tea.at("/input/properties/leaves/enum").size()).isEqualTo(2);
    assertThat(tea.at("/input/properties/minutes/default").asInt()).isEqualTo(3);
    assertThat(tea.at("/input/properties").has("async")).isFalse();
    assertThat(tea(api.get(ANNA, "/api/templates").json()).has("file")).isFalse();
  }

  @Test
  void one_is_begun_with_its_arguments_once_for_one_key_and_belongs_to_who_began_it() {
    var begun = begin("{\"leaves\":\"green\"}");
    assertThat(begun.json().path("agent").asString()).as(begun.body()).isEqualTo("player");
    var id = begun.json().path("id").asString();
    assertThat(begin("{\"leaves\":\"green\"}").json().path("id").asString()).isEqualTo(id);
    assertThat(begin("{\"leaves\":\"black\"}").status()).isEqualTo(409);
    api.staff().awaitEnd(RunId.of(id));
    assertThat(api.get(ANNA, "/api/agents/" + id).json().path("summary").asString())
        .isEqualTo("green tea after 3 minutes");
    assertThat(api.get(BERT, "/api/agents/" + id).status()).isEqualTo(404);
  }

  private TestApi.Answer begin(String arguments) {
    return api.send(
        ANNA,
        "POST",
        "/api/templates/tea",
        arguments,
        "Content-Type",
        "application/json",
        "Idempotency-Key",
        "once");
  }

  @Test
  void what_is_wrong_is_said_and_nothing_is_begun() {
    var wrong = api.post(ANNA, "/api/templates/tea", "{\"leaves\":\"blue\",\"minutes\":\"x\"}");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.message()).contains("leaves").contains("minutes");
    assertThat(api.send(ANNA, "POST", "/api/templates/tea", "").message()).contains("leaves");
    assertThat(api.post(ANNA, "/api/templates/te", "{}").message())
        .contains("There is no template");
    assertThat(api.post(READER, "/api/templates/tea", "{\"leaves\":\"green\"}").code())
        .isEqualTo("FORBIDDEN");
    assertThat(api.get(OWNER, "/api/agents").json().path("agents").size()).isZero();
  }

  @Test
  void a_file_that_is_wrong_is_told_with_its_place() throws IOException {
    Files.writeString(folder.resolve("templates/broken.md"), TEA.replace("title:", "titel:"));
    var left = api.get(OWNER, "/api/templates").json().path("left_out").get(0);
    assertThat(left.path("file").asString()).endsWith("broken.md");
    assertThat(left.path("sentence").asString()).contains("titel");
    assertThat(api.get(ANNA, "/api/templates").json().path("left_out").size()).isZero();
  }
}
