/// Files of the folder in which a run works, and of no other place.
@NullMarked
package dev.retinue.runtime.llm.kit.file;

import org.jspecify.annotations.NullMarked;
