package dev.retinue.web.http;

import dev.retinue.mcp.schema.ToolJson;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// JSON as an answer.
public final class Replies {
  private Replies() {}

  /// Answers with a record or a tree.
  public static void json(Response response, Callback callback, int status, Object body) {
    var bytes = ToolJson.MAPPER.writeValueAsBytes(body);
    response.setStatus(status);
    var headers = response.getHeaders();
    headers.put(HttpHeader.CONTENT_TYPE, "application/json");
    headers.put(HttpHeader.CONTENT_LENGTH, bytes.length);
    response.write(true, ByteBuffer.wrap(bytes), callback);
  }
}
