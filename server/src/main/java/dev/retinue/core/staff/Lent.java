package dev.retinue.core.staff;

import dev.retinue.core.ByHeart;
import dev.retinue.core.Caller;
import dev.retinue.core.Need;
import dev.retinue.core.ProviderKeys;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Keys that callers lent to their runs, in memory only and for as long as these need them. What is
/// recorded of them is their names, so that a run that is taken up without them can ask.
final class Lent {
  /// The fact with their names.
  private static final String FACT = "lent_keys";

  private static final String COMMA = ",";

  /// Each of them as it is, and as JSON writes it.
  private static final int MOST = 2 * ProviderKeys.NAMES.size();

  private final Map<RunId, Map<String, String>> keys = new ConcurrentHashMap<>();
  // Those that were lent keys by a process that is gone.
  private final Map<RunId, String> lacking = new ConcurrentHashMap<>();
  // Those of them that are secret, for every run that was lent any, here or before.
  private final Map<RunId, ByHeart> secrets = new ConcurrentHashMap<>();

  /// The keys of a run; those below another see its own.
  Map<String, String> of(RunId run) {
    return keys.getOrDefault(run, Map.of());
  }

  /// What nobody is to read in what a run says; null for one that was lent nothing.
  @Nullable ByHeart secrets(RunId run) {
    return secrets.get(run);
  }

  /// The same events without what the run was lent. Where nobody was lent anything, nothing is
  /// looked at.
  List<RunEvent> withheld(RunId run, List<RunEvent> events) {
    var his = secrets.isEmpty() ? null : secrets.get(run);
    return his == null ? events : Withheld.from(events, his);
  }

  private void keep(RunId run, Map<String, String> lent) {
    keys.put(run, lent);
    var his = begin(run);
    lent.forEach(
        (name, value) -> {
          if (ProviderKeys.isSecret(name)) {
            his.know(value.strip());
          }
        });
  }

  /// Before it has any: who writes them down must know them as soon as they come.
  private ByHeart begin(RunId run) {
    return secrets.computeIfAbsent(run, _ -> new ByHeart(MOST, () -> {}));
  }

  /// Gives a run that is about to be made what its caller has, or what the run above it has, and
  /// answers the names. What the one above lacks, the new one lacks too.
  Set<String> give(Caller caller, @Nullable Run parent, RunId run) {
    var lent = parent == null ? caller.workplace().keys() : of(parent.id());
    if (!lent.isEmpty()) {
      keep(run, lent);
      return lent.keySet();
    }
    if (parent == null || !lacking.containsKey(parent.id())) {
      return Set.of();
    }
    begin(run);
    lacking.put(run, caller.id());
    return names(parent);
  }

  void takeBack(RunId run) {
    keys.remove(run);
    lacking.remove(run);
    secrets.remove(run);
  }

  /// What is recorded when keys are lent.
  static List<RunEvent> note(Set<String> names, Instant now) {
    return names.isEmpty()
        ? List.of()
        : List.of(
            new RunEvent.Learned(now, Map.of(FACT, String.join(COMMA, new TreeSet<>(names)))));
  }

  /// The names of what a run was lent once.
  static Set<String> names(Run run) {
    var names = run.facts().get(FACT);
    return names == null ? Set.of() : new TreeSet<>(List.of(names.split(COMMA)));
  }

  /// What a run asks that misses some. Whether it does is asked inside the change, so that who
  /// brings them in between is not overlooked.
  List<RunEvent> asking(Run run, Instant now) {
    return missing(run).isEmpty() ? List.of() : run.ask(need(run), now);
  }

  /// What a run waits for that lacks its keys: for each time it is taken up anew.
  static Need need(Run run) {
    return new Need(
        "keys-" + run.tenure().epoch(),
        Need.Kind.CREDENTIALS,
        "It was lent %s, which Retinue does not keep; 'retinue chat --continue' or 'retinue run' brings it back where that is set, and so does a client of 'retinue mcp'."
            .formatted(String.join(", ", names(run))),
        null);
  }

  /// What was there before this process: its keys are gone.
  void begin(List<Run> found) {
    for (var run : found) {
      if (!run.ended() && !names(run).isEmpty()) {
        begin(run.id());
        lacking.put(run.id(), run.commission().caller());
      }
    }
  }

  /// Which of the keys that a run was lent are not here.
  Set<String> missing(Run run) {
    var missing = new TreeSet<>(names(run));
    missing.removeAll(of(run.id()).keySet());
    return missing;
  }

  /// The runs of a caller that lack keys.
  List<RunId> lacking(Caller caller) {
    var his = new ArrayList<RunId>();
    lacking.forEach(
        (run, owner) -> {
          if (owner.equals(caller.id())) {
            his.add(run);
          }
        });
    return his;
  }

  /// Gives a run that lacks its keys those of them that are here, if none is missing.
  boolean replace(Run run, Map<String, String> offered) {
    var names = names(run);
    if (!offered.keySet().containsAll(names) || !lacking.containsKey(run.id())) {
      return false;
    }
    var again = new ConcurrentHashMap<>(offered);
    again.keySet().retainAll(names);
    keep(run.id(), Map.copyOf(again));
    lacking.remove(run.id());
    return true;
  }
}
