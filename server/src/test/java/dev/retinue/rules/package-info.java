/// The rules that every source file keeps, and proof that breaking one is noticed.
@NullMarked
package dev.retinue.rules;

import org.jspecify.annotations.NullMarked;
