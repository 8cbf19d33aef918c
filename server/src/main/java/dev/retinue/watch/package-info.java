/// What is counted and measured while Retinue works, and how it is told: as text for Prometheus,
/// and as vitals for people.
@NullMarked
package dev.retinue.watch;

import org.jspecify.annotations.NullMarked;
