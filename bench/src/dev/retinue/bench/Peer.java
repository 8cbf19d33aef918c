package dev.retinue.bench;

import java.io.IOException;

/// One of the servers with the tool `echo` that the benchmarks of MCP compare.
///
/// @param dialect the newest revision that it speaks, or the one that it is asked to
/// @param token the header without which it lets nobody in, if there is one
record Peer(String name, Dialect dialect, OnPort http, Command stdio, String token) {
  Peer(String name, Dialect dialect, OnPort http, Command stdio) {
    this(name, dialect, http, stdio, "");
  }

  /// How it is started over HTTP.
  interface OnPort {
    Command on(int port);
  }

  Peer speaking(Dialect other) {
    return new Peer(name, other, http, stdio, token);
  }

  Client client(int port) throws IOException {
    return Client.connect(port, dialect, token);
  }

  /// As it stands in the report.
  String title() {
    return name + ", " + dialect.version();
  }
}
