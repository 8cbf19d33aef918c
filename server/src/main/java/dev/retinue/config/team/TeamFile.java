package dev.retinue.config.team;

import dev.retinue.config.team.key.Remark;
import dev.retinue.config.yaml.Position;
import dev.retinue.core.Agent;
import java.util.Collection;
import java.util.List;

/// What a file of agents says.
///
/// @param place how sentences name the file
/// @param agents the one first that is asked where the file is; never empty
/// @param remarks what its writer should know
/// @param outside whom its agents name that are not in it
public record TeamFile(
    String place, List<Agent> agents, List<Remark> remarks, List<Outside> outside) {
  public TeamFile {
    agents = List.copyOf(agents);
    remarks = List.copyOf(remarks);
    outside = List.copyOf(outside);
  }

  /// Somebody whom an agent works with, and who must be on the staff.
  public record Outside(String agent, String name, Position at) {}

  /// What is said of those who are not on the staff.
  ///
  /// @param staff the names of all who are
  public List<Remark> missing(Collection<String> staff) {
    return outside.stream()
        .filter(it -> !staff.contains(it.name()))
        .map(
            it ->
                new Remark(
                    it.at(),
                    "there is no agent '%s' in the file or on the staff, whom '%s' works with; add it, or remove it here."
                        .formatted(it.name(), it.agent())))
        .toList();
  }

  /// The remarks as people are told.
  public List<String> warnings() {
    return remarks.stream().map(it -> it.in(place)).toList();
  }
}
