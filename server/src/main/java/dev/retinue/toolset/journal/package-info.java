/// What agents do in a project, as text that people and models read: `IAC.md` and `CONTEXT.md`,
/// rendered from the records, and runs as resources.
@NullMarked
package dev.retinue.toolset.journal;

import org.jspecify.annotations.NullMarked;
