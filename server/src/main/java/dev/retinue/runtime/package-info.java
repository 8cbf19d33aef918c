/// Where runs are carried out: in this process, by a command line, in a workspace.
@NullMarked
package dev.retinue.runtime;

import org.jspecify.annotations.NullMarked;
