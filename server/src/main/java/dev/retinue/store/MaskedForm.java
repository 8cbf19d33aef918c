package dev.retinue.store;

import dev.retinue.core.Masked;
import dev.retinue.core.RunEvent;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.ser.std.StdSerializer;

/// How records are written down without the secrets that are known by heart. Texts are masked
/// before they become JSON, which writes them in other characters, and never what is no text: what
/// was written can always be read.
final class MaskedForm {
  static final JsonMapper JSON =
      Stored.JSON
          .rebuild()
          .addModule(new SimpleModule("masked").addSerializer(String.class, new TextOut()))
          .build();

  private MaskedForm() {}

  private static final class TextOut extends StdSerializer<String> {
    TextOut() {
      super(String.class);
    }

    @Override
    public void serialize(String text, JsonGenerator out, SerializationContext context) {
      out.writeString(Masked.withoutKnown(text));
    }
  }

  /// Its arguments are JSON as well, and stay that.
  static RunEvent.ToolCalled of(RunEvent.ToolCalled called) {
    var input = called.input();
    if (Masked.withoutKnown(input).equals(input)) {
      return called;
    }
    try {
      var masked = Stored.JSON.writeValueAsString(masked(Stored.JSON.readTree(input)));
      return new RunEvent.ToolCalled(
          called.at(), called.call(), called.tool(), masked, called.seal());
    } catch (JacksonException e) {
      // It is none, and is masked as any text.
      return called;
    }
  }

  private static JsonNode masked(JsonNode json) {
    if (json.isObject()) {
      var copy = JsonNodeFactory.instance.objectNode();
      json.properties()
          .forEach(it -> copy.set(Masked.withoutKnown(it.getKey()), masked(it.getValue())));
      return copy;
    }
    if (json.isArray()) {
      var copy = JsonNodeFactory.instance.arrayNode();
      json.forEach(it -> copy.add(masked(it)));
      return copy;
    }
    var text = json.asString("");
    var masked = Masked.withoutKnown(text);
    return masked.equals(text) ? json : JsonNodeFactory.instance.stringNode(masked);
  }
}
