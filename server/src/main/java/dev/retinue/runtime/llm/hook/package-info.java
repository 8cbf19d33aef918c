/// Commands of the operator that hear of what an agent does, or are a part of what it is told.
@NullMarked
package dev.retinue.runtime.llm.hook;

import org.jspecify.annotations.NullMarked;
