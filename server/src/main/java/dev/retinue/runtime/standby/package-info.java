/// What becomes of a run that is told to come back later.
@NullMarked
package dev.retinue.runtime.standby;

import org.jspecify.annotations.NullMarked;
