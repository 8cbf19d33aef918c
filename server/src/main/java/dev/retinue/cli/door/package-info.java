/// Where fronts come in to the daemon.
@NullMarked
package dev.retinue.cli.door;

import org.jspecify.annotations.NullMarked;
