/// Codex.
@NullMarked
package dev.retinue.runtime.cli.codex;

import org.jspecify.annotations.NullMarked;
