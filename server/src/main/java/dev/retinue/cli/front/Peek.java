package dev.retinue.cli.front;

import dev.retinue.mcp.rpc.RequestId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// As much of a message as must be known to pass it on. A long result is not read for it.
record Peek(@Nullable RequestId id, @Nullable String method) {
  private static final JsonFactory JSON = new JsonFactory();

  static Peek at(byte[] line) {
    RequestId id = null;
    String method = null;
    try (var parser = JSON.createParser(ObjectReadContext.empty(), line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return new Peek(null, null);
      }
      for (var name = parser.nextName(); name != null; name = parser.nextName()) {
        var token = parser.nextToken();
        if (name.equals("id")) {
          id =
              switch (token) {
                case VALUE_STRING -> new RequestId.Text(parser.getString());
                case VALUE_NUMBER_INT -> new RequestId.Whole(parser.getLongValue());
                case null, default -> null;
              };
        } else if (name.equals("method")) {
          method = parser.getString();
        } else if (id != null && (name.equals("result") || name.equals("error"))) {
          break;
        } else {
          parser.skipChildren();
        }
      }
    } catch (JacksonException e) {
      // It is passed on as it is: who gets it will say what is wrong with it.
    }
    return new Peek(id, method);
  }

  boolean isAnswer() {
    return id != null && method == null;
  }
}
