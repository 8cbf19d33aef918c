/// How messages arrive and leave, over standard streams and over HTTP, without a framework.
@NullMarked
package dev.retinue.mcp.transport;

import org.jspecify.annotations.NullMarked;
