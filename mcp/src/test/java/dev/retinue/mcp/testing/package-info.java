/// Clients and a server for the tests of the protocol, in memory but for the protocol's own code.
@NullMarked
package dev.retinue.mcp.testing;

import org.jspecify.annotations.NullMarked;
