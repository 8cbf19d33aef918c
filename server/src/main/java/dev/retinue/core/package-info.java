/// Runs, sessions, agents and budgets, and the ports behind which everything else stands.
@NullMarked
package dev.retinue.core;

import org.jspecify.annotations.NullMarked;
