/// Language models of all providers behind one small port, and what they cost.
@NullMarked
package dev.retinue.llm;

import org.jspecify.annotations.NullMarked;
