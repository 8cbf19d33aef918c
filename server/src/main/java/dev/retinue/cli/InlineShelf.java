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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A staff with those on it whom callers defined themselves. Nobody sees them, and only who has the
/// definition can name them. They are read as files of a project are: nothing in them is trusted.
record InlineShelf(Roster others, TeamReader reader, Map<String, List<Agent>> hired)
    implements Roster, InlineAgents {
  private static final int MOST_KEPT = 1_000;
  private static final int LETTERS = 40;
  private static final String PREFIX = "inline-";

  static InlineShelf over(Roster others, Landscape landscape) {
    var kept =
        new LinkedHashMap<String, List<Agent>>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, List<Agent>> eldest) {
            return size() > MOST_KEPT;
          }
        };
    return new InlineShelf(others, new TeamReader(landscape), Collections.synchronizedMap(kept));
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
    if (hired.get(name) == null) {
      hired.put(name, reader.read(name, new Craft.Origin("config", false), bytes).agents());
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
    var team = hired.get(point < 0 ? name : name.substring(0, point));
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
