package dev.retinue.runtime.llm.kit;

import dev.retinue.core.Permissions;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Memories;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.cli.isolation.Clones;
import dev.retinue.runtime.llm.kit.shell.Shell;
import dev.retinue.runtime.llm.kit.web.Gate;
import dev.retinue.runtime.llm.server.Grounds;
import dev.retinue.runtime.llm.server.McpServers;
import dev.retinue.runtime.llm.tool.Toolbox;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;

/// The tools that agents bring along, and beside them those of MCP servers. Nothing is begun for an
/// agent that brings nothing.
public final class Kits implements Toolbox {
  private final House house;
  private final McpServers servers;

  /// What all runs have of the house.
  ///
  /// @param grounds where programs are started
  /// @param clones for runs that do not work on the folder itself
  /// @param rules the operator's, about all tools
  /// @param world what there is to be fetched
  /// @param memories what agents remember
  /// @param patience how long a question waits for its answer
  public record House(
      Grounds grounds,
      Clones clones,
      Permissions rules,
      Gate.World world,
      Supplier<Memories> memories,
      Duration patience,
      InstantSource clock) {
    Path processes() {
      return grounds.processes();
    }

    Shell.House shell() {
      return new Shell.House(
          grounds.supervisor(), grounds.environment(), grounds.walls(), grounds.random());
    }

    void note(Work work, String sentence) {
      work.tell(new RunEvent.Noted(now(), sentence));
    }

    Instant now() {
      return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
  }

  /// @param servers those of the operator
  public Kits(House house, McpServers servers) {
    this.house = house;
    this.servers = servers;
  }

  @Override
  public void prepare(Work work) throws InterruptedException {
    new Lodgings(house.clones()).prepare(work, house.now());
  }

  @Override
  public Lent lend(Work work) throws InterruptedException {
    var craft = work.agent().craft();
    if (craft.kits().isEmpty() && craft.origin().file().isEmpty()) {
      return servers.lend(work);
    }
    var belt = new Belt(house, work);
    try {
      belt.fill();
      belt.borrow(servers);
      return belt;
    } catch (InterruptedException | RuntimeException e) {
      belt.close();
      throw e;
    }
  }
}
