/// Agents in one Java file, as people and clients meet them.
@NullMarked
package dev.retinue.javafile;

import org.jspecify.annotations.NullMarked;
