package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many real programs at once.
@EndToEnd
final class RealCrowdTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path folder;

  @Test
  void twenty_at_once_do_each_its_own_work_and_leave_nothing() throws Exception {
    try (var llm = ScriptedLlm.start();
        var staff = new RealStaff(folder, llm.url())) {
      var runs = new LinkedHashMap<RunId, Integer>();
      for (int i = 0; i < 20; i++) {
        runs.put(
            staff.start(
                i % 2 == 0 ? "claude" : "codex",
                "Member %d of the crowd.".formatted(i),
                Turn.shell("echo $((100 * %d))".formatted(i)),
                Turn.text("I am %d: {{tool_result}}".formatted(i))),
            i);
      }
      for (Map.Entry<RunId, Integer> each : runs.entrySet()) {
        var run =
            staff
                .staff()
                .staff()
                .await(TestStaff.OWNER, each.getKey(), it -> it.ended() && !it.ending(), PATIENCE);
        assertThat(run.state()).isInstanceOf(State.Completed.class);
        assertThat(((State.Completed) run.state()).summary())
            .contains("I am %d: ".formatted(each.getValue()), 100 * each.getValue() + "");
      }
      staff.assertNothingIsLeft();
    }
  }
}
