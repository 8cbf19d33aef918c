/// What a model can do.
@NullMarked
package dev.retinue.runtime.llm.tool;

import org.jspecify.annotations.NullMarked;
