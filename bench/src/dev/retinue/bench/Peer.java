package dev.retinue.bench;

/// One of the servers with the tool `echo` that the benchmarks of MCP compare.
///
/// @param dialect the newest revision that it speaks, or the one that it is asked to
record Peer(String name, Dialect dialect, OnPort http, Command stdio) {
  /// How it is started over HTTP.
  interface OnPort {
    Command on(int port);
  }

  Peer speaking(Dialect other) {
    return new Peer(name, other, http, stdio);
  }

  /// As it stands in the report.
  String title() {
    return name + ", " + dialect.version();
  }
}
