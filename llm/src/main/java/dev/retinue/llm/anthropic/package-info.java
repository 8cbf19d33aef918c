/// Anthropic Messages.
@NullMarked
package dev.retinue.llm.anthropic;

import org.jspecify.annotations.NullMarked;
