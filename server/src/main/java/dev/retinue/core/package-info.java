/// Runs, sessions, agents, budgets: what they are, and what can happen to them.
@NullMarked
package dev.retinue.core;

import org.jspecify.annotations.NullMarked;
