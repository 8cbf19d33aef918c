package dev.retinue.toolset;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.LimitBook;
import dev.retinue.core.staff.Share;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Places;
import dev.retinue.mcp.rpc.RpcException;

/// How many sessions and subscriptions all MCP clients may have, and those of one caller, whichever
/// endpoint they come to.
public final class McpPlaces implements Places {
  private static final int TOO_MANY = 429;
  private static final int OVERLOAD = 503;

  private final Share sessions;
  private final Share subscriptions;

  public McpPlaces(LimitBook book) {
    this.sessions = book.share(Limit.MCP_SESSIONS, Limit.MCP_SESSIONS_OF_CALLER, "MCP sessions");
    this.subscriptions =
        book.share(Limit.MCP_SUBSCRIPTIONS, Limit.MCP_SUBSCRIPTIONS_OF_CALLER, "MCP subscriptions");
  }

  @Override
  public Runnable session(Caller caller) {
    return take(sessions, caller);
  }

  @Override
  public Runnable subscription(Caller caller) {
    return take(subscriptions, caller);
  }

  /// What a run has open counts for its caller.
  private static Runnable take(Share share, Caller caller) {
    try {
      var place = share.take(caller instanceof Principal(var who) ? who.id() : caller.id());
      return place::giveBack;
    } catch (RetinueException e) {
      int status = e.code() == ErrorCode.LIMIT_EXCEEDED ? TOO_MANY : OVERLOAD;
      throw new RpcException(Refusals.error(e), status);
    }
  }
}
