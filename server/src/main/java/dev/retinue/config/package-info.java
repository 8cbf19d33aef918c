/// Settings and agent files, read once and checked where they are read.
@NullMarked
package dev.retinue.config;

import org.jspecify.annotations.NullMarked;
