package dev.retinue.cli.front;

import dev.retinue.mcp.rpc.RequestId;
import dev.retinue.mcp.transport.StdioServer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// As much of a message as must be known to pass it on. A long result is not read for it.
///
/// @param refused whether nothing was done, and the next daemon may be asked
record Peek(@Nullable RequestId id, @Nullable String method, boolean refused) {
  private static final JsonFactory JSON = new JsonFactory();

  static Peek at(byte[] line) {
    RequestId id = null;
    String method = null;
    boolean refused = false;
    try (var parser = JSON.createParser(ObjectReadContext.empty(), line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return new Peek(null, null, false);
      }
      for (var name = parser.nextName(); name != null; name = parser.nextName()) {
        var token = parser.nextToken();
        if (name.equals("id")) {
          id = id(token, parser);
        } else if (name.equals("method")) {
          method = parser.getString();
        } else if (id != null && name.equals("result")) {
          break;
        } else if (name.equals("error") && token == JsonToken.START_OBJECT) {
          refused = isRefused(parser);
        } else {
          parser.skipChildren();
        }
      }
    } catch (JacksonException e) {
      // It is passed on as it is: who gets it will say what is wrong with it.
    }
    return new Peek(id, method, refused);
  }

  /// Looks through an error, which is never long.
  private static boolean isRefused(JsonParser parser) {
    boolean refused = false;
    int depth = 1;
    while (depth > 0) {
      var token = parser.nextToken();
      if (token == null) {
        return false;
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      refused |= token == JsonToken.PROPERTY_NAME && parser.currentName().equals(StdioServer.AGAIN);
    }
    return refused;
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
