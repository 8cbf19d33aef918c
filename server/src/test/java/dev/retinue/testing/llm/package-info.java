/// A model that says what the prompt tells it to say, behind the APIs of the real ones.
@NullMarked
package dev.retinue.testing.llm;

import org.jspecify.annotations.NullMarked;
