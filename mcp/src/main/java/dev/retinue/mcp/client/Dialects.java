package dev.retinue.mcp.client;

import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.rpc.RpcException;
import java.time.Duration;

/// Chooses how to speak with a server.
final class Dialects {
  /// A server of the older revisions may say nothing at all to what it does not know.
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(10);

  private Dialects() {}

  static Dialect open(Conversation conversation, ClientOptions options) {
    return switch (options.mode()) {
      case Mode.Modern _ -> ModernDialect.open(conversation, options, options.limit());
      case Mode.Legacy(var version) -> LegacyDialect.open(conversation, options, version);
      case Mode.Auto _ -> probe(conversation, options);
    };
  }

  private static Dialect probe(Conversation conversation, ClientOptions options) {
    var limit = options.limit().compareTo(PROBE_LIMIT) < 0 ? options.limit() : PROBE_LIMIT;
    try {
      return ModernDialect.open(conversation, options, limit);
    } catch (RpcException e) {
      return LegacyDialect.open(conversation, options, LegacyDialect.NEWEST);
    } catch (McpClientException e) {
      return switch (e.reason()) {
        case REFUSED, TIMED_OUT -> LegacyDialect.open(conversation, options, LegacyDialect.NEWEST);
        case UNREACHABLE, BROKEN, TOO_LONG, SESSION_ENDED, INTERRUPTED, CANCELLED, CLOSED ->
            throw e;
      };
    }
  }
}
