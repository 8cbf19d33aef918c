/// Clones for runs that shall not work on the folder itself, and the branch that is kept of them.
@NullMarked
package dev.retinue.runtime.cli.isolation;

import org.jspecify.annotations.NullMarked;
