package dev.retinue.runtime.scripted;

import dev.retinue.core.FailureReason;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/// Carries out runs by playing a script: the instructions of the agent, or the prompt if it has
/// none.
public final class ScriptedRuntime implements AgentRuntime {
  public static final String NAME = "scripted";

  private static final String RESUMABLE = "resumable";
  private static final String NO = "no";

  private final InstantSource clock;

  public ScriptedRuntime(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Nature nature() {
    return Nature.SCRIPT;
  }

  @Override
  public void carryOut(Work work) throws InterruptedException {
    Script script;
    try {
      var instructions = work.agent().instructions();
      script = Script.parse(instructions.isBlank() ? work.prompt() : instructions);
    } catch (RetinueException e) {
      work.fail(FailureReason.REFUSED, e.getMessage());
      return;
    }
    if (!script.resumable()) {
      // Before the first step, because later only the run is asked.
      var at = clock.instant().truncatedTo(ChronoUnit.MICROS);
      work.tell(new RunEvent.Learned(at, Map.of(RESUMABLE, NO)));
    }
    new Player(work, clock).play(script);
  }

  @Override
  public boolean canResume(Run run) {
    return !NO.equals(run.facts().get(RESUMABLE));
  }
}
