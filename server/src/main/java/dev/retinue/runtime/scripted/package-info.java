/// Agents that play a script: for tests, demonstrations and documentation.
@NullMarked
package dev.retinue.runtime.scripted;

import org.jspecify.annotations.NullMarked;
