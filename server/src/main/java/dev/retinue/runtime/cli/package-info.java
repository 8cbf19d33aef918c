/// Runs carried out by the programs that people use themselves: `claude`, `codex` and others, each
/// with a profile, supervised as one.
@NullMarked
package dev.retinue.runtime.cli;

import org.jspecify.annotations.NullMarked;
