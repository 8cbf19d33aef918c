/// What programs ask before they use a tool: decided by rules, or by somebody who is asked.
@NullMarked
package dev.retinue.runtime.cli.relay;

import org.jspecify.annotations.NullMarked;
