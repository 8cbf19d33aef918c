/// Agents that think: a loop over a model and its tools, in this process.
@NullMarked
package dev.retinue.runtime.llm;

import org.jspecify.annotations.NullMarked;
