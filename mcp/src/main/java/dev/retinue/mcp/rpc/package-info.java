/// JSON-RPC 2.0: text to messages and back, bounded and strict.
@NullMarked
package dev.retinue.mcp.rpc;

import org.jspecify.annotations.NullMarked;
