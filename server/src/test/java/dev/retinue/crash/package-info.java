/// The proof that nothing is lost that was acknowledged: a program that works on a data directory
/// and is killed, starved and misled, and an inspection of what it leaves.
@NullMarked
package dev.retinue.crash;

import org.jspecify.annotations.NullMarked;
