/// The board in the terminal: what `retinue top` shows, and the keys that it takes.
@NullMarked
package dev.retinue.cli.top;

import org.jspecify.annotations.NullMarked;
