package dev.retinue.mcp.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.StdioClient;
import dev.retinue.mcp.testing.TestServer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Records to JSON Schema, arguments to records, records to results, and sentences to whoever gets
/// it wrong.
final class RecordSchemaTest {
  enum Effort {
    LOW,
    INTERNAL_HIGH
  }

  record Place(@Default("\"here\"") String roomName, @Nullable Instant since) {}

  record Input(
      @Description("Who does it.") @Limits(minLength = 1, maxLength = 5) String agentName,
      @Limits(min = 1, max = 10) @Default("3") int count,
      @Limits(min = 0.5) @Nullable Double share,
      @Default("\"low\"") Effort effort,
      @Nullable Effort other,
      @Nullable Place place,
      @Nullable List<Place> places,
      @Nullable Map<String, Effort> efforts,
      @Limits(maxLength = 2) @Nullable List<String> words,
      @Limits(maxLength = 1) @Nullable Map<String, Integer> numbers,
      @Limits(pattern = "^[a-z]+$") @Nullable String code,
      @Nullable Boolean sure) {}

  record Output(
      Input given, Effort effort, List<Effort> all, Map<String, Effort> byName, Instant at) {}

  @Tool.Spec(name = "mirror", description = "Gives back what it got.")
  static final class Mirror implements Tool<Input, Output> {
    @Override
    public Output call(Input input, Call call) {
      return new Output(
          input,
          input.effort(),
          List.of(Effort.values()),
          Objects.requireNonNullElse(input.efforts(), Map.of()),
          Instant.EPOCH);
    }
  }

  private final TestServer test = new TestServer();

  RecordSchemaTest() {
    test.server().add(new Mirror());
  }

  @Test
  void required_is_what_is_neither_nullable_nor_has_a_default() {
    var schema = RecordSchema.of(Input.class).json();
    assertThat(schema.get("required").toString()).isEqualTo("[\"agent_name\"]");
    assertThat(schema.get("additionalProperties").asBoolean()).isFalse();
    var properties = schema.get("properties");
    assertThat(properties.get("agent_name").toString())
        .isEqualTo(
            "{\"type\":\"string\",\"description\":\"Who does it.\",\"minLength\":1,\"maxLength\":5}");
    assertThat(properties.get("count").toString())
        .isEqualTo("{\"type\":\"integer\",\"minimum\":1,\"maximum\":10,\"default\":3}");
    assertThat(properties.at("/effort/enum").toString()).isEqualTo("[\"low\",\"internal_high\"]");
    assertThat(properties.at("/words/maxItems").asInt()).isEqualTo(2);
    assertThat(properties.at("/numbers/maxProperties").asInt()).isEqualTo(1);
    assertThat(properties.at("/efforts/additionalProperties/enum/0").asString()).isEqualTo("low");
    assertThat(properties.at("/places/items/properties/since/format").asString())
        .isEqualTo("date-time");
  }

  @Test
  void what_goes_in_comes_out_and_fits_the_schema_of_the_output() {
    var result =
        call(
            """
            {"agent_name":"ann","count":5,"share":0.75,"effort":"internal_high","other":"low",
             "place":{"room_name":"attic","since":"2026-01-02T03:04:05Z"},"places":[{"room_name":"a"}],
             "efforts":{"x":"internal_high"},"words":["a","b"],"numbers":{"n":1},"code":"abc","sure":true}""");
    assertThat(result.path("isError").asBoolean(false)).isFalse();
    var output = result.get("structuredContent");
    assertThat(output.at("/given/effort").asString()).isEqualTo("internal_high");
    assertThat(output.at("/by_name/x").asString()).isEqualTo("internal_high");
    assertThat(output.at("/all").toString()).isEqualTo("[\"low\",\"internal_high\"]");
    assertThat(output.at("/given/place/since").asString()).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(result.at("/content/0/text").asString()).isEqualTo(output.toString());
    assertThat(new Validator(RecordSchema.of(Output.class).json()).violations(output)).isEmpty();
  }

  @Test
  void defaults_stand_in_for_what_is_left_out_at_every_depth() {
    var given =
        call("{\"agent_name\":\"ann\",\"place\":{},\"places\":[{},{\"room_name\":\"b\"}]}")
            .at("/structuredContent/given");
    assertThat(given.get("count").asInt()).isEqualTo(3);
    assertThat(given.get("effort").asString()).isEqualTo("low");
    assertThat(given.at("/place/room_name").asString()).isEqualTo("here");
    assertThat(given.at("/places/0/room_name").asString()).isEqualTo("here");
    assertThat(given.at("/places/1/room_name").asString()).isEqualTo("b");
    assertThat(given.has("share")).isFalse();
  }

  @Test
  void enums_travel_alike_under_every_locale() {
    var before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.of("tr"));
      var output =
          call("{\"agent_name\":\"ann\",\"effort\":\"internal_high\"}").get("structuredContent");
      assertThat(output.get("effort").asString()).isEqualTo("internal_high");
      assertThat(output.at("/all/1").asString()).isEqualTo("internal_high");
      Locale.setDefault(Locale.GERMAN);
      assertThat(call("{}").at("/content/0/text").asString()).contains("required");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "{} | agent_name | required",
        "{\"agent_name\":5} | 'agent_name' is 5 | string",
        "{\"agent_name\":null} | 'agent_name' is null | string",
        "{\"agent_name\":\"\"} | 'agent_name' is \"\" | 1",
        "{\"agent_name\":\"annabel\"} | 'agent_name' is \"annabel\" | 5",
        "{\"agent_name\":\"a\",\"count\":0} | 'count' is 0 | 1",
        "{\"agent_name\":\"a\",\"count\":11} | 'count' is 11 | 10",
        "{\"agent_name\":\"a\",\"count\":1.5} | 'count' is 1.5 | integer",
        "{\"agent_name\":\"a\",\"share\":0.25} | 'share' is 0.25 | 0.5",
        "{\"agent_name\":\"a\",\"effort\":\"LOW\"} | 'effort' is \"LOW\" | internal_high",
        "{\"agent_name\":\"a\",\"effort\":\"Low\"} | 'effort' is \"Low\" | internal_high",
        "{\"agent_name\":\"a\",\"place\":{\"room_name\":1}} | 'place.room_name' is 1 | string",
        "{\"agent_name\":\"a\",\"place\":{\"since\":\"now\"}} | 'place.since' is \"now\" | date-time",
        "{\"agent_name\":\"a\",\"places\":[{\"room_name\":1}]} | 'places.0.room_name' is 1 | string",
        "{\"agent_name\":\"a\",\"words\":[\"a\",\"b\",\"c\"]} | 'words' is | 2",
        "{\"agent_name\":\"a\",\"numbers\":{\"n\":3000000000}} | 'numbers.n' is 3000000000 | 2147483647",
        "{\"agent_name\":\"a\",\"code\":\"A1\"} | 'code' is \"A1\" | ^[a-z]+$",
        "{\"agent_name\":\"a\",\"sure\":\"yes\"} | 'sure' is \"yes\" | boolean",
        "{\"agent_name\":\"a\",\"agentName\":\"a\"} | agentName | additional"
      })
  void what_does_not_fit_is_answered_with_the_field_the_value_and_what_is_allowed(
      String arguments, String fieldAndValue, String allowed) {
    var result = call(arguments);
    assertThat(result.path("isError").asBoolean(false)).isTrue();
    assertThat(result.at("/content/0/text").asString())
        .contains("mirror")
        .contains(fieldAndValue)
        .contains(allowed)
        .doesNotContain("defect");
  }

  @Test
  void null_for_what_may_be_left_out_leaves_it_out() {
    var result = call("{\"agent_name\":\"a\",\"count\":null,\"share\":null,\"place\":null}");
    assertThat(result.path("isError").asBoolean(false)).isFalse();
    assertThat(result.at("/structuredContent/given/count").asInt(0)).isEqualTo(3);
    assertThat(result.at("/structuredContent/given/share").isMissingNode()).isTrue();
  }

  private JsonNode call(String arguments) {
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.modern("1", "tools/call", Rpc.call("mirror", arguments).toString()));
      return client.next().get("result");
    }
  }
}
