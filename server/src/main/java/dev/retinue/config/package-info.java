/// Settings and agent files, read once and checked where they are read.
///
/// Every key is declared once, as a [dev.retinue.config.Key]; a [dev.retinue.config.Shape] is a
/// section of keys, and makes something of their values.
@NullMarked
package dev.retinue.config;

import org.jspecify.annotations.NullMarked;
