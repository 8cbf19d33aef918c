package dev.retinue.store;

import dev.retinue.core.Check;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/// How a check is written down: its kind, and what that kind has.
final class CheckForm {
  private static final String TYPE = "type";
  private static final String PATH = "path";
  private static final String TEXT = "text";
  private static final String SCHEMA = "schema";
  private static final String NAME = "name";

  private CheckForm() {}

  static final class Out extends StdSerializer<Check> {
    Out() {
      super(Check.class);
    }

    @Override
    public void serialize(Check check, JsonGenerator out, SerializationContext context) {
      out.writeStartObject();
      out.writeStringProperty(TYPE, check.word());
      switch (check) {
        case Check.FileExists(var path) -> out.writeStringProperty(PATH, path);
        case Check.FileContains(var path, var text) -> {
          out.writeStringProperty(PATH, path);
          out.writeStringProperty(TEXT, text);
        }
        case Check.PayloadSchema(var schema) -> out.writeStringProperty(SCHEMA, schema);
        case Check.Command(var name) -> out.writeStringProperty(NAME, name);
      }
      out.writeEndObject();
    }
  }

  static final class In extends StdDeserializer<Check> {
    In() {
      super(Check.class);
    }

    @Override
    public Check deserialize(JsonParser in, DeserializationContext context) {
      JsonNode json = context.readTree(in);
      var type = json.path(TYPE).asString("");
      return switch (type) {
        case "file_exists" -> new Check.FileExists(json.path(PATH).asString(""));
        case "file_contains" ->
            new Check.FileContains(json.path(PATH).asString(""), json.path(TEXT).asString(""));
        case "payload_schema" -> new Check.PayloadSchema(json.path(SCHEMA).asString(""));
        case "command" -> new Check.Command(json.path(NAME).asString(""));
        default ->
            throw new IllegalStateException("a check '%s' is of a later Retinue".formatted(type));
      };
    }
  }
}
