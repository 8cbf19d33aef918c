/// What stands in a file of agents, key by key: how it is read, and the schema of it.
@NullMarked
package dev.retinue.config.team.key;

import org.jspecify.annotations.NullMarked;
