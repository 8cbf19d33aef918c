/// What an agent that is written in a file brings along: its tools, its team, its models.
@NullMarked
package dev.retinue.core.craft;

import org.jspecify.annotations.NullMarked;
