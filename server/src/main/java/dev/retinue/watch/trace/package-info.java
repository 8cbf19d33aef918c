/// Spans on their way to a collector, over OTLP. Nothing here is loaded before somebody wants them.
@NullMarked
package dev.retinue.watch.trace;

import org.jspecify.annotations.NullMarked;
