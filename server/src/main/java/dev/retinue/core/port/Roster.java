package dev.retinue.core.port;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The members of the staff, as they are now.
public interface Roster {
  /// How many of them a refusal names.
  int MOST_NAMES = 20;

  List<Agent> all();

  default Optional<Agent> find(String name) {
    return all().stream().filter(agent -> agent.name().equals(name)).findFirst();
  }

  /// The same staff, with those whom the project in this folder brings along.
  default Roster in(@Nullable Path folder) {
    return this;
  }

  /// The same staff, as far as it is there for this caller: some work for the owner alone.
  default Roster openTo(Caller caller) {
    return this;
  }

  /// What is wrong with those who are written in files, and therefore not here.
  default List<String> troubles() {
    return List.of();
  }

  /// The one by that name, or a refusal that says who was probably meant.
  default Agent require(String name) {
    return find(name)
        .orElseThrow(
            () -> {
              var names = all().stream().map(Agent::name).toList();
              var meant =
                  Nearest.to(name, names)
                      .map(". Did you mean '%s'?"::formatted)
                      .orElseGet(() -> only(names));
              return new RetinueException(
                  ErrorCode.NOT_FOUND,
                  "There is no agent '%s' on the staff%s".formatted(Excerpt.of(name), meant));
            });
  }

  private static String only(List<String> names) {
    if (names.isEmpty()) {
      return ".";
    }
    var shown =
        names.stream().limit(MOST_NAMES).map("'%s'"::formatted).collect(Collectors.joining(", "));
    int more = names.size() - MOST_NAMES;
    return ", only %s%s.".formatted(shown, more > 0 ? " and %d more".formatted(more) : "");
  }
}
