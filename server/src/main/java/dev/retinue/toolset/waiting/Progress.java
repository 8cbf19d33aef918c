package dev.retinue.toolset.waiting;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How far runs are, in one line for whoever waits.
final class Progress {
  private static final int LONGEST = 120;

  private Progress() {}

  static String of(Collection<Run> runs) {
    if (runs.size() == 1) {
      return of(runs.iterator().next(), "");
    }
    long ended = runs.stream().filter(Run::ended).count();
    long waiting = runs.stream().filter(run -> run.state() instanceof State.Waiting).count();
    return "%d of %d have ended%s"
        .formatted(ended, runs.size(), waiting == 0 ? "" : ", %d wait".formatted(waiting));
  }

  /// @param written what its agent writes at this moment; empty if that is nothing
  static String of(Run run, String written) {
    var usage = run.dossier().usage();
    var line = new StringBuilder(run.commission().agent().name()).append(' ');
    line.append(run.state().word());
    if (usage.tokens() > 0) {
      line.append(String.format(Locale.ROOT, ", %,d tokens", usage.tokens()));
    }
    if (!usage.unpriced() && usage.cost().nanos() > 0) {
      line.append(", $").append(usage.cost().usd().stripTrailingZeros().toPlainString());
    }
    var said =
        written.isBlank() ? flat(run.dossier().recentOutput()) : Excerpt.endOf(written, LONGEST);
    return said.isEmpty() ? line.toString() : line.append(": ").append(said).toString();
  }

  private static String flat(@Nullable String text) {
    return text == null ? "" : Excerpt.of(text.replaceAll("\\p{Cntrl}+", " ").strip(), LONGEST);
  }
}
