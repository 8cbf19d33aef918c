package dev.retinue.toolset.fleet;

import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.mcp.Call;
import dev.retinue.toolset.reading.Reading;
import org.jspecify.annotations.Nullable;

/// Calls that wait for agents, and what their clients hear meanwhile.
final class Waits {
  static final int LONGEST = 1800;
  static final String UNTIL_IDLE =
      "For how long to wait until the agent is idle again, and to return what it said; else the call returns at once.";

  private Waits() {}

  /// How far it is, in seconds: who hears of it does not give up.
  static Fleet.Progress progress(Call call) {
    long begun = System.nanoTime();
    return how -> call.progress((System.nanoTime() - begun) / 1e9, null, how);
  }

  static String ending(Fleet.Outcome outcome) {
    return outcome.status().isFree()
        ? "; it is %s again".formatted(outcome.status().word())
        : "; it is %s, show_agent says when it is idle".formatted(outcome.status().word());
  }

  /// What was done is done, and only nobody knows how it went on.
  static String inVain(RetinueException why) {
    return "; it could not be waited for: " + why.getMessage();
  }

  static @Nullable String answer(Fleet.Outcome outcome) {
    return outcome.answer() == null ? null : Cut.to(outcome.answer(), Reading.share(1));
  }
}
