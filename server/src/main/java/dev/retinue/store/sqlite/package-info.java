/// The engine under the SQL stores: one writer with group commit, readers beside it, migrations.
@NullMarked
package dev.retinue.store.sqlite;

import org.jspecify.annotations.NullMarked;
