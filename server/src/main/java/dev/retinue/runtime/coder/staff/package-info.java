/// Agents of the fleet as members of the staff: their runs, which are conversations in workspaces.
@NullMarked
package dev.retinue.runtime.coder.staff;

import org.jspecify.annotations.NullMarked;
