package dev.retinue.toolset.spawner;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Workplace;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.StartRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The folder of a group. Who is below a run works inside of its folder: so it has one that has all
/// of theirs in it, or none, which leaves them all that the owner allows.
final class GroupFolder {
  private static final int LONGEST = 200;

  private final Staff staff;
  private final Caller caller;

  GroupFolder(Staff staff, Caller caller) {
    this.staff = staff;
    this.caller = caller;
  }

  /// @param requests with the folders in which they are to work
  @Nullable String of(List<StartRequest> requests) {
    var places = new ArrayList<Path>();
    for (var request : requests) {
      var folder = request.terms().workingDirectory();
      if (folder != null) {
        places.add(Path.of(folder));
      }
    }
    var common = GroupPlan.folderOf(places).filter(it -> isAllowed(caller, it));
    if (common.isPresent() && places.size() == requests.size()) {
      return common.get().toString();
    }
    places.forEach(place -> requireAnywhere(place, places));
    return null;
  }

  /// What a caller may use only because he speaks from there is nothing for those below a group
  /// that is nowhere.
  private void requireAnywhere(Path place, List<Path> places) {
    if (!isAllowed(caller.at(Workplace.NOWHERE), place)) {
      var other = places.stream().filter(it -> !it.equals(place)).findFirst().orElse(place);
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The folders '%s' and '%s' are in no folder that is allowed; call spawn_parallel for each of them, or add '%s' to the setting 'roots'."
              .formatted(shown(place), shown(other), shown(place)));
    }
  }

  private static String shown(Path place) {
    return Excerpt.of(place.toString(), LONGEST);
  }

  private boolean isAllowed(Caller who, Path place) {
    try {
      return Optional.of(place).equals(staff.placeOf(who, place.toString()));
    } catch (RetinueException e) {
      return false;
    }
  }
}
