package dev.retinue.runtime.cli;

import dev.retinue.core.Recorded;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.form.Form;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Makes the payload of a run of its answer, where that has a form or is too long for a summary.
/// Whether it fits is for the checks of the run to say.
final class Answer {
  private static final int AT_ONCE = 1000;
  private static final byte[] NONE = {};

  private Answer() {}

  /// What is to be delivered as the payload; empty where there is nothing.
  static byte[] payload(Work work, Tale tale, String summary) {
    var answer = Optional.ofNullable(tale.answer()).or(() -> Form.result(work.run(), summary));
    return answer.isPresent() && !hasDelivered(work)
        ? answer.get().getBytes(StandardCharsets.UTF_8)
        : NONE;
  }

  /// Who has delivered something by other ways need not do it twice.
  private static boolean hasDelivered(Work work) {
    long after = 0;
    List<Recorded> page;
    do {
      page = work.history(after, AT_ONCE);
      if (page.stream().anyMatch(it -> it.event() instanceof RunEvent.Delivered)) {
        return true;
      }
      after = page.isEmpty() ? after : page.getLast().sequence();
    } while (page.size() == AT_ONCE);
    return false;
  }
}
