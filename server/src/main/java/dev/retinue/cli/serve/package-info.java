/// What `retinue serve` decides before it listens, and what it tells when it does.
@NullMarked
package dev.retinue.cli.serve;

import org.jspecify.annotations.NullMarked;
