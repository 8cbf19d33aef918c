package dev.retinue.mcp.rpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Why a request was refused, as it travels.
public record RpcError(int code, String message, @Nullable JsonNode data) {
  public static final int PARSE_ERROR = -32700;
  public static final int INVALID_REQUEST = -32600;
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;
  public static final int RESOURCE_NOT_FOUND_BEFORE_2026 = -32002;
  public static final int HEADER_MISMATCH = -32020;
  public static final int MISSING_CLIENT_CAPABILITY = -32021;
  public static final int UNSUPPORTED_VERSION = -32022;

  public RpcError(int code, String message) {
    this(code, message, null);
  }

  /// A refusal by a limit of one connection: programs find in the data which it is.
  ///
  /// @param limit its name
  /// @param frees when there is room again, after "when"
  public static RpcError limit(String limit, int bound, String frees, String sentence) {
    var data =
        Json.object()
            .put("code", "LIMIT_EXCEEDED")
            .put("limit", limit)
            .put("whose", "connection")
            .put("bound", bound)
            .put("frees", "when " + frees);
    var facts = "%s of connection is %d, frees when %s".formatted(limit, bound, frees);
    return new RpcError(INTERNAL_ERROR, "%s (%s)".formatted(sentence, facts), data);
  }
}
