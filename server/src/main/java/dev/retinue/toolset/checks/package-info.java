/// Acceptance checks: what the server looks at itself before it calls a run completed.
@NullMarked
package dev.retinue.toolset.checks;

import org.jspecify.annotations.NullMarked;
