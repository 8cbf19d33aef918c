/// Agents in workspaces elsewhere: what they are, and what one can ask of them.
@NullMarked
package dev.retinue.core.fleet;

import org.jspecify.annotations.NullMarked;
