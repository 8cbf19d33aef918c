/// Who begins next: the order among those that wait, what is at work, and alarms for those that
/// wait for a time.
@NullMarked
package dev.retinue.core.line;

import org.jspecify.annotations.NullMarked;
