/// Agents in one file that describe themselves: of Java, or any executable that keeps the same
/// conventions.
@NullMarked
package dev.retinue.runtime.cli.javafile;

import org.jspecify.annotations.NullMarked;
