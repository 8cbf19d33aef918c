/// A Coder deployment that only pretends, over real HTTP and with state, for tests and
/// demonstrations.
@NullMarked
package dev.retinue.runtime.coder.fake;

import org.jspecify.annotations.NullMarked;
