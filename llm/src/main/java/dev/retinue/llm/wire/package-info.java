/// How an answer comes: over HTTP, as events, within time and size.
@NullMarked
package dev.retinue.llm.wire;

import org.jspecify.annotations.NullMarked;
