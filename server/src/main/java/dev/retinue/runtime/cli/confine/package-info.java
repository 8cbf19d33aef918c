/// Where the programs of runs live: what they may touch, in which sandbox, and whose repositories
/// they may trust.
@NullMarked
package dev.retinue.runtime.cli.confine;

import org.jspecify.annotations.NullMarked;
