/// Rules about tools and what they are called with: one language for every runtime, and one pure
/// function that decides.
@NullMarked
package dev.retinue.core.permission;

import org.jspecify.annotations.NullMarked;
