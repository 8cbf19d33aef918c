/// Gemini CLI.
@NullMarked
package dev.retinue.runtime.cli.gemini;

import org.jspecify.annotations.NullMarked;
