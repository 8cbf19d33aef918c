/// The records that travel on the wire, one per type of the protocol.
@NullMarked
package dev.retinue.mcp.model;

import org.jspecify.annotations.NullMarked;
