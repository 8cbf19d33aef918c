/// Agents in files: one parser for the YAML of teams and the Markdown of single agents, and the
/// folders in which they are found.
@NullMarked
package dev.retinue.config.team;

import org.jspecify.annotations.NullMarked;
