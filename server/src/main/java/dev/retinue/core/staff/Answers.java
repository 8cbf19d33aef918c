package dev.retinue.core.staff;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.Work.RunEndedException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a run was answered, as its record has it.
final class Answers {
  private static final int PAGE = 500;

  private final Staff staff;
  private final RunStore store;
  private final RunId run;

  Answers(Staff staff, RunStore store, RunId run) {
    this.staff = staff;
    this.store = store;
    this.run = run;
  }

  /// The answer to what the run has asked, when there is one.
  String await(String need) throws InterruptedException {
    isAnswered(need, Duration.ofDays(365));
    var answer = given(need);
    if (answer == null) {
      throw new RunEndedException(run);
    }
    return answer;
  }

  /// Waits for an answer, or for the end, or until the time is over, and says whether it is not.
  boolean isAnswered(String need, Duration patience) throws InterruptedException {
    return isOver(staff.await(run, it -> isOver(it, need), patience), need);
  }

  private static boolean isOver(Run now, String need) {
    return now.ended() || now.needs().stream().noneMatch(it -> it.id().equals(need));
  }

  @Nullable String given(String need) {
    long after = 0;
    while (true) {
      var page = store.events(run, after, PAGE);
      for (var recorded : page) {
        if (recorded.event() instanceof RunEvent.Answered(var _, var id, var answer)
            && id.equals(need)) {
          return answer;
        }
      }
      if (page.size() < PAGE) {
        return null;
      }
      after = page.getLast().sequence();
    }
  }
}
