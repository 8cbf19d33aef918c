/// The revisions of the protocol, each an implementation of one interface behind one selector.
@NullMarked
package dev.retinue.mcp.era;

import org.jspecify.annotations.NullMarked;
