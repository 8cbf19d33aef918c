package dev.retinue.process.sandbox;

import dev.retinue.process.Cgroup;
import dev.retinue.process.Enclosure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program in one of the tiers, and in a control group where there is one.
///
/// @param fence what the thread that starts it gives up, if it does
record Confined(
    int tier,
    List<String> words,
    @Nullable Runnable fence,
    Cgroup group,
    Gate gate,
    Protection protection)
    implements Enclosure {
  /// Bubblewrap stays outside, its like is the first inside, and the program the second.
  private static final int BUBBLEWRAPS = 2;

  @Override
  public boolean limited() {
    return tier > 0;
  }

  @Override
  public boolean givesUp() {
    return fence != null;
  }

  @Override
  public void enter() {
    if (fence != null) {
      fence.run();
    }
  }

  @Override
  public void admit(ProcessHandle program) {
    group.admit(program);
    gate.open();
  }

  @Override
  public ProcessHandle hearer(ProcessHandle started) {
    if (tier < Tier.HIGHEST) {
      return started;
    }
    var hearer = started;
    for (int i = 0; i < BUBBLEWRAPS; i++) {
      var below = hearer.children().filter(ProcessHandle::isAlive).findFirst();
      if (below.isEmpty()) {
        return started;
      }
      hearer = below.get();
    }
    return hearer;
  }

  @Override
  public boolean end() {
    gate.open();
    boolean empty = group.end();
    protection.end();
    return empty;
  }
}
