/// What agents remember from one run to the next.
@NullMarked
package dev.retinue.runtime.llm.kit.memory;

import org.jspecify.annotations.NullMarked;
