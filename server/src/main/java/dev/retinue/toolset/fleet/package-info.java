/// The toolset `fleet`: agents in workspaces elsewhere, made, told, interrupted and removed.
@NullMarked
package dev.retinue.toolset.fleet;

import org.jspecify.annotations.NullMarked;
