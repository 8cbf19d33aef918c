/// Conversations with agents: opened, led, looked at and closed.
@NullMarked
package dev.retinue.toolset.sessions;

import org.jspecify.annotations.NullMarked;
