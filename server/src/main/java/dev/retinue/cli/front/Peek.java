package dev.retinue.cli.front;

import dev.retinue.mcp.rpc.RequestId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
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
          id = id(token, parser);
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

  /// Without a `switch`: one that takes null costs milliseconds when it is first run.
  private static @Nullable RequestId id(@Nullable JsonToken token, JsonParser parser) {
    if (token == JsonToken.VALUE_STRING) {
      return new RequestId.Text(parser.getString());
    }
    return token == JsonToken.VALUE_NUMBER_INT ? new RequestId.Whole(parser.getLongValue()) : null;
  }

  boolean isAnswer() {
    return id != null && method == null;
  }
}
