package dev.retinue.crash;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Looks for everything that was acknowledged in what is left.
final class Claims {
  private final Inspection inspection;
  private final Map<String, String> runOfKey = new HashMap<>();
  private final Set<String> tenures = new HashSet<>();

  Claims(Inspection inspection) {
    this.inspection = inspection;
  }

  void inspect(List<Acknowledgements.Line> lines) {
    lines.forEach(this::inspect);
  }

  private void inspect(Acknowledgements.Line line) {
    switch (line.kind()) {
      case "open", "done", "refused", "fatal" -> {}
      case "twice", "unexpected" ->
          inspection.complain("the driver says %s".formatted(line.words()));
      default -> {
        var run = inspection.runs().get(new RunId(line.run()));
        if (run == null) {
          inspection.complain("lost: %s".formatted(line.words()));
        } else if (!holds(line, run)) {
          inspection.complain("not so: %s but %s".formatted(line.words(), run));
        }
      }
    }
  }

  private boolean holds(Acknowledgements.Line line, Run run) {
    return switch (line.kind()) {
      case "start" -> line.detail().equals("-") || isOnly(runOfKey, line.detail(), line.run());
      case "taken" ->
          tenures.add(line.run() + line.detail())
              && run.tenure().epoch() >= Long.parseLong(line.detail());
      case "ended" -> run.state().toString().equals(line.detail());
      case "said" ->
          has(run, e -> e instanceof RunEvent.Said(var _, var text) && text.equals(line.detail()));
      case "spent" -> spentOnce(run, Long.parseLong(line.detail()));
      case "heard", "answered" ->
          has(
              run,
              e ->
                  e instanceof RunEvent.Answered(var _, var need, var _)
                      && need.equals(line.detail()));
      case "raised" -> has(run, e -> e instanceof RunEvent.BudgetRaised);
      case "delivered" -> inspection.pieces(run, run.dossier().payload()).contains(line.detail());
      case "printed" -> inspection.pieces(run, run.dossier().output()).contains(line.detail());
      case "late" -> isLate(run, line.detail());
      case "defined", "reserved", "jumped", "lasted", "waited" -> true;
      default -> throw new IllegalArgumentException(line.kind());
    };
  }

  private static boolean isOnly(Map<String, String> known, String key, String value) {
    var earlier = known.putIfAbsent(key, value);
    return earlier == null || earlier.equals(value);
  }

  private boolean has(Run run, Predicate<RunEvent> wished) {
    return inspection.events(run.id()).stream().anyMatch(wished);
  }

  private boolean spentOnce(Run run, long nanos) {
    return inspection.events(run.id()).stream()
            .filter(
                e -> e instanceof RunEvent.Spent(var _, var usage) && usage.cost().nanos() == nanos)
            .count()
        == 1;
  }

  private static boolean isLate(Run run, String summary) {
    var late = run.dossier().late();
    return late != null && late.summary().equals(summary);
  }
}
