/// What tests share: real programs, run with a time limit, in an environment of their own.
@NullMarked
package dev.retinue.testing;

import org.jspecify.annotations.NullMarked;
