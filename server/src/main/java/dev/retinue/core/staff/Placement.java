package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.port.RunStore;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the folder in which a run will work.
final class Placement {
  private final RunStore store;
  private final Places places;

  Placement(RunStore store, Places places) {
    this.store = store;
    this.places = places;
  }

  /// A request whose folder is the one in which the run will work.
  ///
  /// @param parent the run that asks, if it is one
  record Placed(StartRequest request, @Nullable Run parent) {}

  /// The folder in which a new run would work.
  Optional<Path> find(Caller caller, @Nullable String asked) {
    return Optional.ofNullable(places.choose(caller, parent(caller), asked)).map(Path::of);
  }

  private @Nullable Run parent(Caller caller) {
    var above = caller.run();
    return above == null ? null : store.find(above).orElseThrow(() -> Staff.notFound(above));
  }

  /// @param former a run that worked before in the same place, if there is one
  Placed of(Caller caller, StartRequest request, @Nullable Run former) {
    var parent = parent(caller);
    var asked = request.terms().workingDirectory();
    var before = former == null ? null : former.commission().terms().workingDirectory();
    boolean same = asked == null || asked.equals(before);
    // A run may only narrow what it has itself, whatever one below it had.
    boolean again = former != null && parent == null && same;
    var agreed = parent == null ? agreed(caller, request) : null;
    var folder =
        again || agreed != null
            ? places.again(caller, again ? before : agreed)
            : isNowhere(request, parent) ? null : places.choose(caller, parent, asked);
    return new Placed(request.under(request.terms().in(folder)), parent);
  }

  /// Where its session works: that was allowed when it was made, from wherever its caller speaks by
  /// now.
  @Nullable String agreed(Caller caller, StartRequest request) {
    var session = request.terms().session();
    return session == null
        ? null
        : store
            .session(session)
            .filter(it -> it.caller().equals(caller.holder()))
            .map(it -> it.terms().workingDirectory())
            .orElse(null);
  }

  /// A group whose errands have no folder in common has none, whoever asks.
  private static boolean isNowhere(StartRequest request, @Nullable Run parent) {
    boolean free = parent == null || parent.commission().terms().workingDirectory() == null;
    return free
        && request.agent().equals(GroupPlan.AGENT)
        && request.terms().workingDirectory() == null;
  }
}
