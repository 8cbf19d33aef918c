package dev.retinue.store;

import dev.retinue.core.RunId;
import dev.retinue.core.port.AuditLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What entries must be like, as SQL.
final class AuditSearch {
  private final StringBuilder conditions = new StringBuilder();
  private final List<@Nullable Object> values = new ArrayList<>();

  AuditSearch(AuditLog.Query query) {
    if (query.since() != null) {
      and("at >= ?", Stored.micros(query.since()));
    }
    if (query.caller() != null) {
      // The id of somebody whom an issuer knows tells nobody who he is: his name is in the details.
      and(
          "(caller = ? OR (caller GLOB 'oauth:*' AND json_extract(details, '$.name') = ?))",
          query.caller(),
          query.caller());
    }
    if (query.action() != null) {
      // 'run' stands for everything that is done to runs.
      and(
          "(action = ? OR substr(action, 1, length(?) + 1) = ? || '.')",
          query.action(),
          query.action(),
          query.action());
    }
    if (query.outcome() != null) {
      and("(outcome = ? OR code = upper(?))", query.outcome(), query.outcome());
    }
    if (query.subject() != null) {
      subject(query.subject());
    }
  }

  /// The beginning of an id is enough, with or without what the ids of runs begin with.
  private void subject(String word) {
    var parts = new ArrayList<String>();
    var given = new ArrayList<Object>();
    for (var prefix : List.of("", RunId.Prefix.AGENT.text(), RunId.Prefix.SPAWN.text())) {
      for (var column : List.of("subject", "within")) {
        parts.add("substr(%s, 1, length(?)) = ?".formatted(column));
        given.add(prefix + word);
        given.add(prefix + word);
      }
    }
    parts.add("agent = ?");
    given.add(word);
    parts.add("subject_kind = ?");
    given.add(word);
    and("(" + String.join(" OR ", parts) + ")", given.toArray());
  }

  private void and(String condition, Object... more) {
    conditions.append(" AND ").append(condition);
    values.addAll(List.of(more));
  }

  String conditions() {
    return conditions.toString();
  }

  List<@Nullable Object> values() {
    return values;
  }
}
