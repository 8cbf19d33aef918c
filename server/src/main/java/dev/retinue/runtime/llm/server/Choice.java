package dev.retinue.runtime.llm.server;

import dev.retinue.core.tool.ToolServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Which tools an agent gets: those of whole servers and single ones, by their names; all of them
/// where it names nothing.
///
/// @param named `server` or `server/tool`
record Choice(List<String> named) {
  private static final char BETWEEN = '/';

  Choice {
    named = List.copyOf(named);
  }

  private static String serverOf(String name) {
    int end = name.indexOf(BETWEEN);
    return end < 0 ? name : name.substring(0, end);
  }

  /// Whether it gets anything of this server.
  boolean has(String server) {
    return named.isEmpty() || named.stream().anyMatch(name -> serverOf(name).equals(server));
  }

  boolean has(String server, String tool) {
    return named.isEmpty() || named.contains(server) || named.contains(server + BETWEEN + tool);
  }

  /// What it names of a server that does not offer it.
  List<String> missing(String server, Listing listing) {
    var missing = new ArrayList<String>();
    for (var name : named) {
      boolean single = name.startsWith(server + BETWEEN);
      if (single
          && listing.offers().stream()
              .noneMatch(offer -> name.equals(server + BETWEEN + offer.name()))) {
        missing.add(name);
      }
    }
    return missing;
  }

  /// What it names although there is no such server.
  List<String> unknown(Set<String> servers) {
    return named.stream()
        .filter(name -> !name.equals(ToolServer.NONE) && !servers.contains(serverOf(name)))
        .toList();
  }
}
