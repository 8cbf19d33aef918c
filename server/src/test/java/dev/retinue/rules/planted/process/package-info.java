/// Planted violations, for the test that they are noticed.
@NullMarked
package dev.retinue.rules.planted.process;

import org.jspecify.annotations.NullMarked;
