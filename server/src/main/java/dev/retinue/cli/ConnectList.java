package dev.retinue.cli;

import dev.retinue.cli.connect.Client;
import dev.retinue.cli.connect.Connection;
import dev.retinue.cli.connect.Places;
import dev.retinue.cli.connect.Scope;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.cli.Programs;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/// All clients: which are here, and which are connected.
final class ConnectList {
  private final Terminal terminal;
  private final Places places;
  private final Scope scope;

  ConnectList(Terminal terminal, Places places, Scope scope) {
    this.terminal = terminal;
    this.places = places;
    this.scope = scope;
  }

  /// One of them.
  ///
  /// @param connected yes, no, or what is wrong with its settings
  record Row(Client client, boolean installed, String connected, String file) {}

  void show(JsonOption json) {
    var rows = rows(places, scope);
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            var list = answer.putArray("clients");
            rows.forEach(
                it ->
                    list.addObject()
                        .put("client", it.client().word())
                        .put("installed", it.installed())
                        .put("connected", it.connected())
                        .put("file", it.file()));
          });
      return;
    }
    var style = Reach.style(terminal);
    var out = terminal.out();
    out.println(
        style.bold(
            "%-15s %-10s %-10s %s".formatted("CLIENT", "INSTALLED", "CONNECTED", "SETTINGS")));
    for (var row : rows) {
      out.println(
          "%-15s %-10s %-10s %s"
              .formatted(
                  row.client().word(),
                  row.installed() ? "yes" : "no",
                  row.connected(),
                  row.file()));
    }
    out.println(
        Called.in(
            "'retinue connect <client>' shows what belongs into its settings; --write writes it."));
  }

  static List<Row> rows(Places places, Scope scope) {
    return Stream.of(Client.values())
        .filter(it -> scope == Scope.USER || it != Client.CLAUDE_DESKTOP)
        .map(it -> row(it, places, scope))
        .toList();
  }

  /// Its program is on the `PATH`, or it has left something where it has its settings.
  static boolean isInstalled(Client client, Places places) {
    var programs = new Programs(places.environment());
    return client.programs().stream().anyMatch(it -> programs.find(it).isPresent())
        || (client != Client.CLAUDE_CODE
            && Connection.of(client, Scope.USER, places, InstantSource.system()).isUsed());
  }

  private static Row row(Client client, Places places, Scope scope) {
    boolean installed = isInstalled(client, places);
    try {
      var connection = Connection.of(client, scope, places, InstantSource.system());
      var connected = connection.find().isPresent() ? "yes" : "no";
      return new Row(client, installed, connected, connection.file().toString());
    } catch (RetinueException e) {
      return new Row(client, installed, "unreadable", places.settings(client, scope).toString());
    }
  }
}
