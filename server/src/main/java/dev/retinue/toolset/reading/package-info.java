/// Agent text in the size and the characters that readers take, and where the rest of it is.
@NullMarked
package dev.retinue.toolset.reading;

import org.jspecify.annotations.NullMarked;
