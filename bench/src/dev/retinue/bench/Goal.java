package dev.retinue.bench;

import java.util.ArrayList;
import java.util.List;

/// How far a client comes with a server on standard streams.
enum Goal {
  FIRST("first answer"),
  LIST("tools/list"),
  CALL("first call");

  private final String title;

  Goal(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /// What it says until then, each after the answer to what was before.
  List<String> requests(Dialect dialect, String call) {
    var requests = new ArrayList<>(List.of(dialect.first(), dialect.list(), call));
    if (dialect == Dialect.LEGACY) {
      requests.set(1, Dialect.INITIALIZED + "\n" + requests.get(1));
    }
    return List.copyOf(requests.subList(0, ordinal() + 1));
  }
}
