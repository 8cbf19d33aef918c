/// What agents are told about the project before their task.
@NullMarked
package dev.retinue.toolset.spawner.context;

import org.jspecify.annotations.NullMarked;
