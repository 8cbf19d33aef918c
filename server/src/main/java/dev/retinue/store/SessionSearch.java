package dev.retinue.store;

import dev.retinue.core.Session;
import dev.retinue.core.port.RunStore.SessionPage;
import dev.retinue.core.port.RunStore.SessionPlace;
import dev.retinue.core.port.RunStore.SessionQuery;
import dev.retinue.store.sqlite.Statements;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sessions of a caller, or of everybody, in pages, the one first that was used last.
final class SessionSearch {
  static final String COUNT = "SELECT count(*) FROM session WHERE ";
  static final String BEFORE = " AND used_at <= ? AND (used_at < ? OR id > ?)";

  private SessionSearch() {}

  static SessionPage page(Statements sql, SessionQuery query) throws SQLException {
    var where = new StringBuilder(condition(query.caller(), query.closedToo()));
    var values = new ArrayList<@Nullable Object>(owner(query.caller()));
    if (query.before() != null) {
      where.append(BEFORE);
      long used = Stored.micros(query.before().usedAt());
      values.add(used);
      values.add(used);
      values.add(query.before().id());
    }
    values.add(query.most() + 1);
    var rows = Rows.all(sql, SessionForm::read, paged(where.toString()), values.toArray());
    boolean more = rows.size() > query.most();
    var page = more ? rows.subList(0, query.most()) : rows;
    return new SessionPage(
        page, more ? place(page.getLast()) : null, count(sql, query.caller(), query.closedToo()));
  }

  static String paged(String condition) {
    return "SELECT body FROM session WHERE %s ORDER BY used_at DESC, id LIMIT ?"
        .formatted(condition);
  }

  private static SessionPlace place(Session session) {
    return new SessionPlace(session.times().usedAt(), session.id());
  }

  static long count(Statements sql, @Nullable String caller, boolean closedToo)
      throws SQLException {
    return Rows.first(
            sql,
            row -> row.getLong(1),
            COUNT + condition(caller, closedToo),
            owner(caller).toArray())
        .orElse(0L);
  }

  static String condition(@Nullable String caller, boolean closedToo) {
    var whose = caller == null ? "true" : "caller = ?";
    return closedToo ? whose : whose + " AND closed_at IS NULL";
  }

  private static List<@Nullable Object> owner(@Nullable String caller) {
    return caller == null ? List.of() : List.of(caller);
  }
}
