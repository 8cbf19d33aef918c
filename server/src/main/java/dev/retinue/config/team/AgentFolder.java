package dev.retinue.config.team;

import java.nio.file.Path;

/// A folder with files of agents.
///
/// @param trusted whether the operator answers for what is in it
/// @param teams whether YAML files are looked for in it, or only those of single agents
public record AgentFolder(Path place, boolean trusted, boolean teams) {
  /// One of the operator's.
  public static AgentFolder trusted(Path place) {
    return new AgentFolder(place, true, true);
  }
}
