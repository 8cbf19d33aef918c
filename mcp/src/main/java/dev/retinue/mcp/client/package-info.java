/// A client of other MCP servers, over a pair of streams or over HTTP.
@NullMarked
package dev.retinue.mcp.client;

import org.jspecify.annotations.NullMarked;
