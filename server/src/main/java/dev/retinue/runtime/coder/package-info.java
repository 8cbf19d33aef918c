/// The fleet on Coder: what its agents are, and what can be asked of them.
@NullMarked
package dev.retinue.runtime.coder;

import org.jspecify.annotations.NullMarked;
