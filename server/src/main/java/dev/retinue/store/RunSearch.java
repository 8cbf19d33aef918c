package dev.retinue.store;

import dev.retinue.core.port.RunStore.RunQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A search for runs as SQL, said so that SQLite takes the index that leaves least to look at.
///
/// @param values of the condition, and how many rows to read: one more than asked for
record RunSearch(String condition, List<@Nullable Object> values) {
  private static final Set<String> OPEN = Set.of("ready", "queued", "running", "waiting");

  static RunSearch of(RunQuery query) {
    var where = new ArrayList<String>();
    var values = new ArrayList<@Nullable Object>();
    where.add("removed = 0");
    boolean open = !query.states().isEmpty() && OPEN.containsAll(query.states());
    if (open) {
      where.add("open = 1");
    }
    if (query.caller() != null) {
      // The plus keeps SQLite from looking through all runs of the caller for a few.
      where.add(open || query.root() != null ? "+caller = ?" : "caller = ?");
      values.add(query.caller());
    }
    if (query.root() != null) {
      where.add(RunForm.IN_TREE);
      values.addAll(Collections.nCopies(2, query.root().text()));
    }
    if (query.session() != null) {
      where.add("session = ?");
      values.add(query.session());
    }
    if (query.before() != null) {
      where.add("number < ?");
      values.add(query.before());
    }
    if (!query.states().isEmpty()) {
      var marks = String.join(", ", Collections.nCopies(query.states().size(), "?"));
      where.add("state IN (%s)".formatted(marks));
      values.addAll(query.states());
    }
    if (query.kind() != null) {
      // Not as a range of ids: SQLite would take the index of these, which is in no order of time.
      where.add("substr(id, 1, %d) = ?".formatted(query.kind().text().length()));
      values.add(query.kind().text());
    }
    values.add(query.most() + 1);
    return new RunSearch(String.join(" AND ", where), values);
  }
}
