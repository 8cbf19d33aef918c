/// The Model Context Protocol as a small library: a server and a client that know no web framework.
@NullMarked
package dev.retinue.mcp;

import org.jspecify.annotations.NullMarked;
