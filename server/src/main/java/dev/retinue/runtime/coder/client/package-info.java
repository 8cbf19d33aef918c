/// HTTP to Coder, and through its proxy to the agents behind it: only our own records come out.
@NullMarked
package dev.retinue.runtime.coder.client;

import org.jspecify.annotations.NullMarked;
