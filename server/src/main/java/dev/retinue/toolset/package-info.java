/// The MCP tools, one class each, and the mapping of errors to the wire.
@NullMarked
package dev.retinue.toolset;

import org.jspecify.annotations.NullMarked;
