package dev.retinue.runtime.llm.kit;

import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.tool.ToolServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/// The MCP servers that an agent brings along itself, and those of the operator that it names.
final class ServerKits {
  private final List<ToolServer> servers = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();

  /// @param trusted whether the operator answers for the file that names them
  ServerKits(List<Kit> kits, boolean trusted) {
    var names = new HashSet<String>();
    for (var kit : kits) {
      var server = kit.setup().server();
      if (kit.kind() != Kit.Kind.MCP || server == null || server.known()) {
        continue;
      }
      if (!trusted) {
        refusals.add(
            "The MCP server '%s' is left out: only files of the operator can name a program or an address. Put the file into a folder of the operator, or name a server of the configuration."
                .formatted(server.name()));
      } else if (!names.add(server.name())) {
        refusals.add(
            "There are two MCP servers '%s'; only the first counts.".formatted(server.name()));
      } else {
        add(kit, server);
      }
    }
  }

  /// One that cannot be is no reason to go without the others.
  private void add(Kit kit, Kit.Server server) {
    try {
      var seconds = kit.setup().timeoutSeconds();
      servers.add(
          new ToolServer(
              server.name(),
              reach(server),
              ToolServer.Share.RUN,
              seconds == null ? ToolServer.USUAL_TIMEOUT : Duration.ofSeconds(seconds),
              ToolServer.USUAL_IDLE,
              kit.tools()));
    } catch (RetinueException | IllegalArgumentException e) {
      refusals.add("The MCP server '%s' is left out: %s".formatted(server.name(), e.getMessage()));
    }
  }

  private static ToolServer.Reach reach(Kit.Server server) {
    return server.url() == null
        ? new ToolServer.Started(
            Objects.requireNonNullElse(server.command(), ""),
            server.arguments(),
            server.environment(),
            null)
        : new ToolServer.Reached(URI.create(server.url()), server.headers());
  }

  /// Each run has its own.
  List<ToolServer> servers() {
    return List.copyOf(servers);
  }

  List<String> refusals() {
    return List.copyOf(refusals);
  }

  /// What an agent names of the operator's, as agents of the configuration name it.
  static List<String> known(List<Kit> kits) {
    var named = new ArrayList<String>();
    for (var kit : kits) {
      var server = kit.setup().server();
      if (kit.kind() == Kit.Kind.MCP && server != null && server.known()) {
        if (kit.tools().isEmpty()) {
          named.add(server.name());
        }
        kit.tools().forEach(tool -> named.add(server.name() + "/" + tool));
      }
    }
    return named.isEmpty() ? List.of(ToolServer.NONE) : named;
  }
}
