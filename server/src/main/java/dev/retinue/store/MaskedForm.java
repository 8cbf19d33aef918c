package dev.retinue.store;

import dev.retinue.core.Masked;
import dev.retinue.core.MaskedJson;
import dev.retinue.core.RunEvent;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
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
    var input = MaskedJson.of(called.input(), Masked::withoutKnown);
    return input.equals(called.input())
        ? called
        : new RunEvent.ToolCalled(called.at(), called.call(), called.tool(), input, called.seal());
  }
}
