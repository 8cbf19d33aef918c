/// Whether everything in a data directory agrees: rows, blobs, lineage, ledger and audit trail.
@NullMarked
package dev.retinue.store.check;

import org.jspecify.annotations.NullMarked;
