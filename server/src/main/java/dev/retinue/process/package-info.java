/// The supervisor of child processes, and the only place of the server that starts one.
@NullMarked
package dev.retinue.process;

import org.jspecify.annotations.NullMarked;
