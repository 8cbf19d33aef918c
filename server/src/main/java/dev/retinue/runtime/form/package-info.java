/// The form that the answers of runs must have, and the one attempt to repair an answer that has
/// not.
@NullMarked
package dev.retinue.runtime.form;

import org.jspecify.annotations.NullMarked;
