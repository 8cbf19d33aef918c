/// Calls that wait for runs, and return in time whatever happens.
@NullMarked
package dev.retinue.toolset.waiting;

import org.jspecify.annotations.NullMarked;
