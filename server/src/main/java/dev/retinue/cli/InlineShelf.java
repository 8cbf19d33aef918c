package dev.retinue.cli;

import dev.retinue.config.team.Landscape;
import dev.retinue.config.team.TeamReader;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.port.Roster;
import dev.retinue.toolset.sessions.InlineAgents;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A staff with those on it whom callers defined themselves. Nobody sees them, and only who has the
/// definition can name them. They are read as files of a project are: nothing in them is trusted.
record InlineShelf(Roster others, TeamReader reader, Hired hired) implements Roster, InlineAgents {
  private static final int MOST_KEPT = 1_000;

  /// Of all definitions together, as they were written.
  private static final long MOST_BYTES = 32L << 20;

  private static final int LETTERS = 40;
  private static final String PREFIX = "inline-";

  /// Those that were defined, the one first that nobody asked for the longest time. It makes room
  /// for others; who comes again brings the definition.
  static final class Hired {
    private final long mostBytes;
    private final Map<String, Team> teams = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    private record Team(List<Agent> agents, int bytes) {}

    Hired(long mostBytes) {
      this.mostBytes = mostBytes;
    }

    synchronized @Nullable List<Agent> find(String name) {
      var team = teams.get(name);
      return team == null ? null : team.agents;
    }

    synchronized void keep(String name, List<Agent> agents, int length) {
      if (teams.put(name, new Team(agents, length)) == null) {
        bytes += length;
      }
      var eldest = teams.entrySet().iterator();
      while ((bytes > mostBytes || teams.size() > MOST_KEPT) && teams.size() > 1) {
        bytes -= eldest.next().getValue().bytes;
        eldest.remove();
      }
    }

    synchronized int size() {
      return teams.size();
    }
  }

  static InlineShelf over(Roster others, Landscape landscape) {
    return new InlineShelf(others, new TeamReader(landscape), new Hired(MOST_BYTES));
  }

  @Override
  public String hire(Caller caller, String definition) {
    caller.require(Caller.Scope.RUN);
    var bytes = definition.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > YamlDocument.MOST_BYTES) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "config has %d bytes, and may have %d.".formatted(bytes.length, YamlDocument.MOST_BYTES));
    }
    // The same of another caller is another one.
    var digest = Digest.ofText(Digest.ofText(caller.holder()) + definition);
    var name = PREFIX + digest.substring(0, LETTERS);
    if (hired.find(name) == null) {
      var team = reader.read(name, new Craft.Origin("config", false), bytes);
      hired.keep(name, team.agents(), bytes.length);
    }
    return name;
  }

  @Override
  public List<Agent> all() {
    return others.all();
  }

  @Override
  public Optional<Agent> find(String name) {
    return name.startsWith(PREFIX) ? inline(name).or(() -> others.find(name)) : others.find(name);
  }

  @Override
  public Agent require(String name) {
    return find(name).orElseGet(() -> others.require(name));
  }

  /// Those of one definition are named after the first of them.
  private Optional<Agent> inline(String name) {
    int point = name.indexOf('.');
    var team = hired.find(point < 0 ? name : name.substring(0, point));
    return team == null
        ? Optional.empty()
        : team.stream().filter(it -> it.name().equals(name)).findFirst();
  }

  @Override
  public Roster in(@Nullable Path folder) {
    return new InlineShelf(others.in(folder), reader, hired);
  }

  @Override
  public List<String> troubles() {
    return others.troubles();
  }
}
