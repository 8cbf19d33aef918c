/// The files of a project that are written for agents, and that programs read by themselves.
@NullMarked
package dev.retinue.runtime.cli.guidance;

import org.jspecify.annotations.NullMarked;
