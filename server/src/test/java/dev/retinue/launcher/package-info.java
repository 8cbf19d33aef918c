/// Promises of the launcher, tried on real copies of a distribution or a clone.
@NullMarked
package dev.retinue.launcher;

import org.jspecify.annotations.NullMarked;
