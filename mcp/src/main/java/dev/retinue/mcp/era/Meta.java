package dev.retinue.mcp.era;

/// Keys of `_meta` that the protocol itself uses.
public final class Meta {
  public static final String VERSION = "io.modelcontextprotocol/protocolVersion";
  public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
  public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
  public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
  public static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
  public static final String TASKS = "io.modelcontextprotocol/tasks";

  /// Our own: a name that the client gives to a call, so that it can repeat it safely.
  public static final String CALL = "dev.retinue/call";

  private Meta() {}
}
