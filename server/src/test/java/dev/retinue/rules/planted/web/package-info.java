/// Planted violations, for the test that they are noticed.
@NullMarked
package dev.retinue.rules.planted.web;

import org.jspecify.annotations.NullMarked;
