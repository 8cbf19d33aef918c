/// The data directory: who owns it, what is in it, and the blobs of runs.
@NullMarked
package dev.retinue.store.files;

import org.jspecify.annotations.NullMarked;
