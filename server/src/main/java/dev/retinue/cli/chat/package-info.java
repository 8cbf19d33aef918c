/// A conversation at a terminal or in a pipe: what is typed, what comes back, and the commands in
/// between.
@NullMarked
package dev.retinue.cli.chat;

import org.jspecify.annotations.NullMarked;
