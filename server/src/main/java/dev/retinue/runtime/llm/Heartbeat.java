package dev.retinue.runtime.llm;

import dev.retinue.core.Pulse;
import dev.retinue.core.port.Pen;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Model;
import java.time.Duration;
import java.time.Instant;

/// Tells that an answer comes, so that whoever looks can tell work from silence, and writes it down
/// for those who want to see it grow.
final class Heartbeat implements Model.Listener {
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private final Work work;
  private final Times times;
  private final Pen pen;
  private Instant last = Instant.EPOCH;

  Heartbeat(Work work, Times times, Pen pen) {
    this.work = work;
    this.times = times;
    this.pen = pen;
  }

  @Override
  public void text(String more) {
    beat();
    pen.write(more);
  }

  @Override
  public void nextText() {
    pen.write("\n");
  }

  @Override
  public void reasoning(String more) {
    beat();
  }

  private void beat() {
    var now = times.now();
    if (now.isAfter(last.plus(BETWEEN))) {
      last = now;
      work.tell(new Pulse(now, Pulse.Liveness.ACTIVE, Duration.ZERO, 0, 0));
    }
  }
}
