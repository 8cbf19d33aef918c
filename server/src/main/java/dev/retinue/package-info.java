/// The product: `Main` wires it together with plain constructors and may use everything.
@NullMarked
package dev.retinue;

import org.jspecify.annotations.NullMarked;
