/// What one can ask of the staff, how its runs are carried out, and the only place where anything
/// changes.
@NullMarked
package dev.retinue.core.staff;

import org.jspecify.annotations.NullMarked;
