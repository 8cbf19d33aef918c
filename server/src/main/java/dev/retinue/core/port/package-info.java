/// What the core needs from outside: where runs are kept, and where they are carried out.
@NullMarked
package dev.retinue.core.port;

import org.jspecify.annotations.NullMarked;
