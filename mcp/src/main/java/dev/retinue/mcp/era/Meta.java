package dev.retinue.mcp.era;

/// Keys of `_meta` that the protocol itself uses.
final class Meta {
  static final String VERSION = "io.modelcontextprotocol/protocolVersion";
  static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
  static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
  static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
  static final String TASKS = "io.modelcontextprotocol/tasks";

  private Meta() {}
}
