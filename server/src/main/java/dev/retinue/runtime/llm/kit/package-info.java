/// The tools that an agent brings along: made of what its file says, under the rules of all tools.
@NullMarked
package dev.retinue.runtime.llm.kit;

import org.jspecify.annotations.NullMarked;
