/// MCP servers as tools of agents: begun when somebody needs them, supervised, and begun again.
@NullMarked
package dev.retinue.runtime.llm.server;

import org.jspecify.annotations.NullMarked;
