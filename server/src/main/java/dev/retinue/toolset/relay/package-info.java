/// The toolset `relay`: what agents wait for, and how they get it.
@NullMarked
package dev.retinue.toolset.relay;

import org.jspecify.annotations.NullMarked;
