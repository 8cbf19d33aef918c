/// The toolset `lifecycle`: start an agent, watch it, complete it, stop it.
@NullMarked
package dev.retinue.toolset.lifecycle;

import org.jspecify.annotations.NullMarked;
