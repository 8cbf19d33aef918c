/// The tools of servers that are gone, under their names: `codex`, `codex-reply`, `claude_code`.
@NullMarked
package dev.retinue.toolset.compat;

import org.jspecify.annotations.NullMarked;
