/// What must not be lost, in one SQL store with two small dialects.
@NullMarked
package dev.retinue.store;

import org.jspecify.annotations.NullMarked;
