/// Agents that work together: tasks for members of a team, conversations that are handed on.
@NullMarked
package dev.retinue.runtime.llm.team;

import org.jspecify.annotations.NullMarked;
