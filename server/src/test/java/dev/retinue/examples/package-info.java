/// The agents of `examples/agents`: read, checked, and played as their transcripts tell it.
@NullMarked
package dev.retinue.examples;

import org.jspecify.annotations.NullMarked;
