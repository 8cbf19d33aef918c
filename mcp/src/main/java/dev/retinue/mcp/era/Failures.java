package dev.retinue.mcp.era;

import dev.retinue.mcp.rpc.RpcError;

/// What is said of a failure that nobody foresaw: that it happened, not what it was made of.
final class Failures {
  private Failures() {}

  static RpcError defect(String method, Throwable failure) {
    System.getLogger("dev.retinue.mcp")
        .log(System.Logger.Level.ERROR, "The method " + method + " failed", failure);
    return new RpcError(
        RpcError.INTERNAL_ERROR, "The server failed by a defect of its own; see its log");
  }
}
