/// What can be put around the programs of runs, as strong as this machine has it: limits, the file
/// system as Landlock fences it, a world of their own by bubblewrap, and control groups.
@NullMarked
package dev.retinue.process.sandbox;

import org.jspecify.annotations.NullMarked;
