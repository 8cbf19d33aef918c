/// Several pieces of work that are given at once, on one budget.
@NullMarked
package dev.retinue.core.group;

import org.jspecify.annotations.NullMarked;
