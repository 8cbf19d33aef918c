package dev.retinue.runtime.form;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The one attempt to repair the answer of a run that does not fit its schema. It is a fact of the
/// run before it begins: so nobody makes it twice, whatever dies meanwhile.
///
/// @param violations what is wrong with the answer
public record Repair(String violations) {
  /// The fact; it says what was wrong.
  public static final String FACT = "repaired";

  private static final int LONGEST = 2000;
  private static final String OPENING = "Your answer does not fit the JSON Schema that it must fit";

  public Repair {
    violations = Excerpt.of(violations, LONGEST);
  }

  /// The one that was begun for a run.
  public static Optional<Repair> of(Run run) {
    return Optional.ofNullable(run.facts().get(FACT)).map(Repair::new);
  }

  /// The one that this answer needs; nothing where it fits, or one was begun before.
  public static Optional<Repair> needed(Work work, byte[] answer) throws InterruptedException {
    return of(work.now()).isPresent() ? Optional.empty() : work.misfit(answer).map(Repair::new);
  }

  /// To be told before it begins.
  public List<RunEvent> begin(Instant at) {
    return List.of(
        new RunEvent.Noted(
            at, "Its answer does not fit its schema, and is asked for once more: " + violations),
        new RunEvent.Learned(at, Map.of(FACT, violations)));
  }

  /// Said to whoever knows what he answered.
  ///
  /// @param how in which he is to answer
  public String message(String how) {
    return "%s: %s.\nThe work itself is done; do not repeat it. %s"
        .formatted(OPENING, violations, how);
  }

  /// Whether this is what such a message says.
  public static boolean isMessage(String text) {
    return text.startsWith(OPENING);
  }

  /// Said to one who begins anew, and knows nothing of what he answered.
  public String anew(String contract) {
    return "%s\n\nAn earlier answer to this contract did not fit the JSON Schema that it must fit: %s."
        .formatted(contract, violations);
  }
}
