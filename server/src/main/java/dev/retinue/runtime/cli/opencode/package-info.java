/// opencode.
@NullMarked
package dev.retinue.runtime.cli.opencode;

import org.jspecify.annotations.NullMarked;
