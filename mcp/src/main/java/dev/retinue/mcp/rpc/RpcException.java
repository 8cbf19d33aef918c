package dev.retinue.mcp.rpc;

/// A refusal of a request on the level of the protocol. What a tool has to say to a model is not
/// one: that is a result.
public final class RpcException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient RpcError error;
  private final int httpStatus;

  public RpcException(RpcError error) {
    this(error, 200);
  }

  /// A refusal that HTTP shows in its status as well.
  public RpcException(RpcError error, int httpStatus) {
    super(error.message());
    this.error = error;
    this.httpStatus = httpStatus;
  }

  public static RpcException invalidParams(String message) {
    return new RpcException(new RpcError(RpcError.INVALID_PARAMS, message));
  }

  public static RpcException methodNotFound(String method) {
    return new RpcException(
        new RpcError(RpcError.METHOD_NOT_FOUND, "There is no method '" + method + "'"), 404);
  }

  public RpcError error() {
    return error;
  }

  public int httpStatus() {
    return httpStatus;
  }
}
