/// Runs that do nothing themselves but have several others done below them, on one budget.
@NullMarked
package dev.retinue.runtime.group;

import org.jspecify.annotations.NullMarked;
