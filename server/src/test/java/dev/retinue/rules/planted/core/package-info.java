/// Planted violations, for the test that they are noticed.
@NullMarked
package dev.retinue.rules.planted.core;

import org.jspecify.annotations.NullMarked;
