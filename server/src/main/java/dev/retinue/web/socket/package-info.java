/// WebSockets, by which agents are watched and commanded. No run depends on one.
@NullMarked
package dev.retinue.web.socket;

import org.jspecify.annotations.NullMarked;
