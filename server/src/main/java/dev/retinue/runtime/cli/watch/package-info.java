/// How runs by programs are watched, and what is done when one falls silent, or is told to come
/// back later.
@NullMarked
package dev.retinue.runtime.cli.watch;

import org.jspecify.annotations.NullMarked;
