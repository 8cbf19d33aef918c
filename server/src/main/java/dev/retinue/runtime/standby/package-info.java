/// What becomes of a run that is told to come back later, or asks what nobody answers.
@NullMarked
package dev.retinue.runtime.standby;

import org.jspecify.annotations.NullMarked;
