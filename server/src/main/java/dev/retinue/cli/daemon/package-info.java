/// Finds the daemon of a data directory, starts one where there is none, and talks to it. The front
/// uses it before anything else is ready: no picocli, no web server, no database driver.
@NullMarked
package dev.retinue.cli.daemon;

import org.jspecify.annotations.NullMarked;
