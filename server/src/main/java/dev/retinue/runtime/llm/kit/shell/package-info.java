/// Commands of a shell, and jobs beside them: supervised, and gone with the run.
@NullMarked
package dev.retinue.runtime.llm.kit.shell;

import org.jspecify.annotations.NullMarked;
