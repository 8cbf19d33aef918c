/// The command line, one class per command.
@NullMarked
package dev.retinue.cli;

import org.jspecify.annotations.NullMarked;
