/// A small tree of packages that breaks every rule, for the test that it is noticed.
@NullMarked
package dev.retinue.rules.planted;

import org.jspecify.annotations.NullMarked;
