/// The front of `retinue mcp`: answers a client's handshake itself and passes the rest on to the
/// daemon. A client waits for it, so it uses no other part of the server.
@NullMarked
package dev.retinue.cli.front;

import org.jspecify.annotations.NullMarked;
