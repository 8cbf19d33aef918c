package dev.retinue.runtime.group;

import dev.retinue.core.FailureReason;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import java.time.InstantSource;

/// Carries out plans: has every errand done by a run below, so many at once.
public final class GroupRuntime implements AgentRuntime {
  public static final String NAME = "group";

  private final InstantSource clock;

  public GroupRuntime(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void carryOut(Work work) throws InterruptedException {
    GroupPlan plan;
    try {
      plan = GroupPlan.read(work.prompt());
    } catch (RetinueException e) {
      work.fail(FailureReason.REFUSED, e.getMessage());
      return;
    }
    new Performance(work, plan, clock).play();
  }

  /// What was started is found again under its key.
  @Override
  public boolean canResume(Run run) {
    return true;
  }
}
