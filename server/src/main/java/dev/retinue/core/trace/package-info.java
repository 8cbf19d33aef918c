/// Where something stands in a trace, and how spans of it are told to whoever keeps them.
@NullMarked
package dev.retinue.core.trace;

import org.jspecify.annotations.NullMarked;
