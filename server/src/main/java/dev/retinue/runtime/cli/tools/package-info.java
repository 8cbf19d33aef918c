/// The tools of agents: words that every program understands in its own way.
@NullMarked
package dev.retinue.runtime.cli.tools;

import org.jspecify.annotations.NullMarked;
