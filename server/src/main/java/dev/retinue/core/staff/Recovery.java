package dev.retinue.core.staff;

import dev.retinue.core.FailureReason;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Leads every run to a truthful state when the process that carried it out is gone.
public final class Recovery {
  private static final int AT_ONCE = 200;
  private static final String WHY = "Retinue was restarted while this run was at work";

  private final Staff staff;
  private final Map<String, AgentRuntime> runtimes;

  Recovery(Staff staff, Map<String, AgentRuntime> runtimes) {
    this.staff = staff;
    this.runtimes = runtimes;
  }

  /// What was found, and what became of it.
  public record Report(int resumed, int interrupted, int queued) {}

  Report of(List<Run> open) {
    // Those below first: each is told its own truth, not that of the run above it.
    var order =
        open.stream()
            .sorted(Comparator.comparingInt((Run run) -> -run.commission().lineage().depth()))
            .map(Run::id)
            .toList();
    for (int from = 0; from < order.size(); from += AT_ONCE) {
      recover(order.subList(from, Math.min(order.size(), from + AT_ONCE)));
    }
    return report(open);
  }

  private void recover(List<RunId> ids) {
    staff.change(
        change -> {
          for (var id : ids) {
            var run = change.require(id);
            var settled = change.record(run, settle(run, change));
            change.record(settled, settled.release(change.now()));
          }
          return null;
        });
  }

  private Report report(List<Run> found) {
    var active =
        found.stream().filter(run -> run.state().active()).filter(run -> !run.parked()).toList();
    int resumed = (int) active.stream().filter(this::canResume).count();
    int waiting =
        (int)
            found.stream()
                .filter(run -> run.state() instanceof State.Queued || run.parked())
                .count();
    return new Report(resumed, active.size() - resumed, waiting);
  }

  private List<RunEvent> settle(Run run, Change change) {
    // Who waits for a time with nothing at work was not interrupted.
    if (!run.state().active() || run.parked()) {
      return List.of();
    }
    return canResume(run)
        ? run.requeue(change.now(), WHY)
        : run.fail(FailureReason.INTERRUPTED, WHY + "; what it had done is kept", change.now());
  }

  private boolean canResume(Run run) {
    var runtime = runtimes.get(run.commission().agent().runtime());
    return runtime != null && runtime.canResume(run);
  }
}
