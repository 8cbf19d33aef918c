/// What an agent notes for itself while it works: thoughts, and what is still to do.
@NullMarked
package dev.retinue.runtime.llm.kit.note;

import org.jspecify.annotations.NullMarked;
