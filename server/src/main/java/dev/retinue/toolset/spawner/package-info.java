/// Delegate work to another agent and get its answer: the tools, and the one way behind them.
@NullMarked
package dev.retinue.toolset.spawner;

import org.jspecify.annotations.NullMarked;
