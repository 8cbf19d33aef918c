/// Promises of the repository itself: its scripts, documents and build.
@NullMarked
package dev.retinue.repository;

import org.jspecify.annotations.NullMarked;
