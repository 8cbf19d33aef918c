package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.port.Roster;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who is there for a caller: the staff, and whoever comes with the project in which he works.
public final class StaffMembers {
  private final Roster roster;
  private final Placement placement;

  StaffMembers(Roster roster, Placement placement) {
    this.roster = roster;
    this.placement = placement;
  }

  /// All of them.
  public Roster of(Caller caller) {
    return roster.in(folder(caller, null).orElse(null));
  }

  /// The one by that name, for work in this folder.
  ///
  /// @param directory null for where he works anyway
  public Agent require(Caller caller, String name, @Nullable String directory) {
    // Most are on the staff, and nobody needs to look anywhere else for them.
    return roster
        .find(name)
        .orElseGet(() -> roster.in(folder(caller, directory).orElse(null)).require(name));
  }

  Agent require(Caller caller, StartRequest request, @Nullable Run former) {
    var asked = request.terms().workingDirectory();
    var before = former == null ? null : former.commission().terms().workingDirectory();
    return require(caller, request.agent(), asked == null ? before : asked);
  }

  /// Where it cannot be, there is nobody; the refusal of the place comes later.
  private Optional<Path> folder(Caller caller, @Nullable String directory) {
    try {
      return placement.find(caller, directory);
    } catch (RetinueException e) {
      return Optional.empty();
    }
  }
}
