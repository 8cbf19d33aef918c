/// Claude Code.
@NullMarked
package dev.retinue.runtime.cli.claude;

import org.jspecify.annotations.NullMarked;
