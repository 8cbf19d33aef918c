package dev.retinue.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/// A client of a server over HTTP: in the older revision one with a session.
///
/// @param headers what it says of itself with every request: its token, its session
record Client(int port, Dialect dialect, String headers) {
  /// What every right answer to a call has in it, in lower case.
  static final byte[] PROOF = "\"structuredcontent\"".getBytes(UTF_8);

  /// What a tool says that could not do it.
  static final byte[] FAILED = "\"iserror\":true".getBytes(UTF_8);

  /// @param token the header with it, if the server wants one
  static Client connect(int port, Dialect dialect, String token) throws IOException {
    return switch (dialect) {
      case MODERN -> new Client(port, dialect, token);
      case LEGACY -> {
        try (var wire = new Wire(port)) {
          var hello = wire.ask(Wire.post(port, dialect, token, dialect.first()));
          var id = hello.header("Mcp-Session-Id");
          if (id.isEmpty()) {
            throw new IOException("there is no session in " + hello);
          }
          var session = token + "Mcp-Session-Id: " + id.get() + "\r\n";
          wire.tell(Wire.post(port, dialect, session, Dialect.INITIALIZED));
          yield new Client(port, dialect, session);
        }
      }
    };
  }

  byte[] call() {
    return post("tools/call", dialect.call(), "echo");
  }

  byte[] call(String tool, String arguments) {
    return post("tools/call", dialect.call(tool, arguments), tool);
  }

  /// That the server does what is measured: the tool answers, and refuses wrong arguments.
  void check() throws IOException {
    try (var wire = new Wire(port)) {
      var right = wire.ask(call());
      if (!right.isOk() || !right.contains(PROOF)) {
        throw new IOException("this is no answer of the tool: " + right);
      }
      var wrong = wire.ask(post("tools/call", dialect.wrongCall(), "echo"));
      if (wrong.contains(PROOF)) {
        throw new IOException("the tool took wrong arguments: " + wrong);
      }
    }
  }

  /// Asks for a stream on which nothing will ever come.
  Wire listen() throws IOException {
    var wire = new Wire(port);
    var request =
        switch (dialect) {
          case MODERN -> post("subscriptions/listen", dialect.listen(), "");
          case LEGACY -> Wire.get(port, dialect, headers);
        };
    wire.send(request);
    return wire;
  }

  private byte[] post(String method, String body, String tool) {
    var names =
        switch (dialect) {
          case LEGACY -> "";
          case MODERN ->
              "Mcp-Method: %s\r\n".formatted(method)
                  + (tool.isEmpty() ? "" : "Mcp-Name: " + tool + "\r\n");
        };
    return Wire.post(port, dialect, headers + names, body);
  }
}
