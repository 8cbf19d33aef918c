/// Connects clients to Retinue: where their settings are, how a server stands in them, and how to
/// put one in, and take it out, without losing anything else.
@NullMarked
package dev.retinue.cli.connect;

import org.jspecify.annotations.NullMarked;
