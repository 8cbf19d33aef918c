/// Templates as tools and prompts.
@NullMarked
package dev.retinue.toolset.spawner.template;

import org.jspecify.annotations.NullMarked;
