/// Backups: one file with everything in it, written while the daemon works, and put back whole.
@NullMarked
package dev.retinue.store.backup;

import org.jspecify.annotations.NullMarked;
