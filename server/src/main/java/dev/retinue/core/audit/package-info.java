/// Who did what to what: entries, the chain that they make, and what is being done right now.
@NullMarked
package dev.retinue.core.audit;

import org.jspecify.annotations.NullMarked;
