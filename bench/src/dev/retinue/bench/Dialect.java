package dev.retinue.bench;

/// A revision of MCP as a client speaks it: what it sends first, to call the tool, and to listen.
enum Dialect {
  LEGACY("2025-11-25"),
  MODERN("2026-07-28");

  private static final String ARGUMENTS =
      """
      {"text":"Pack my box with five dozen liquor jugs, and be quick about it.","times":2}""";
  private static final String WRONG_ARGUMENTS =
      """
      {"text":"Pack my box","times":"often"}""";

  /// What a client of the older revision says after the first answer.
  static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private final String version;

  Dialect(String version) {
    this.version = version;
  }

  String version() {
    return version;
  }

  /// The request that a client begins with.
  String first() {
    return switch (this) {
      case LEGACY ->
          """
          {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"%s","capabilities":{},\
          "clientInfo":{"name":"bench","version":"1"}}}"""
              .formatted(version);
      case MODERN -> request("server/discover", "");
    };
  }

  String list() {
    return request("tools/list", "");
  }

  String call() {
    return call("echo", ARGUMENTS);
  }

  String call(String tool, String arguments) {
    return request("tools/call", "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments));
  }

  /// A call whose arguments do not fit the schema.
  String wrongCall() {
    return call("echo", WRONG_ARGUMENTS);
  }

  String listen() {
    return request("subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
  }

  private String request(String method, String params) {
    var meta =
        switch (this) {
          case LEGACY -> "";
          case MODERN ->
              """
              "_meta":{"io.modelcontextprotocol/protocolVersion":"%s",\
              "io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},\
              "io.modelcontextprotocol/clientCapabilities":{}}"""
                  .formatted(version);
        };
    var comma = params.isEmpty() || meta.isEmpty() ? "" : ",";
    return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":{%s}}"
        .formatted(method, params + comma + meta);
  }
}
