package dev.retinue.runtime.group;

import dev.retinue.core.Run;
import dev.retinue.core.State;
import java.util.Collection;
import java.util.TreeMap;

/// What has become of the errands of a group, for people.
final class Outcome {
  private Outcome() {}

  /// Like "7 of 8 done; 1 failed: timeout".
  ///
  /// @param refused how many could not be started
  static String sentence(int all, Collection<Run> over, int refused) {
    int done = 0;
    var others = new TreeMap<String, Integer>();
    for (var run : over) {
      switch (run.state()) {
        case State.Completed _ -> done++;
        case State.Failed failed ->
            others.merge("failed: " + failed.reason().word(), 1, Integer::sum);
        case State.Stopped _ -> others.merge("stopped", 1, Integer::sum);
        case State.Ready _, State.Queued _, State.Running _, State.Waiting _ ->
            throw new IllegalStateException("'%s' has not ended".formatted(run.id()));
      }
    }
    if (refused > 0) {
      others.put("could not be started", refused);
    }
    var sentence = new StringBuilder("%d of %d done".formatted(done, all));
    others.forEach((what, count) -> sentence.append("; %d %s".formatted(count, what)));
    return sentence.toString();
  }
}
