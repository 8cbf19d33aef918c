package dev.retinue.crash;

import dev.retinue.core.Blob;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Usage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Looks whether what is left of runs is whole, and agrees with itself.
final class Inspection {
  private final Remains remains;
  private final Map<RunId, Run> runs;
  private final Map<RunId, List<Run>> trees;
  private final Map<RunId, List<Recorded>> events = new HashMap<>();
  private final Map<Blob, List<String>> pieces = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  Inspection(Remains remains) {
    this.remains = remains;
    var all = remains.runs();
    this.runs = all.stream().collect(Collectors.toMap(Run::id, run -> run));
    this.trees = all.stream().collect(Collectors.groupingBy(Run::root));
  }

  List<String> problems() {
    return problems;
  }

  Map<RunId, Run> runs() {
    return runs;
  }

  List<RunEvent> events(RunId run) {
    return recorded(run).stream().map(Recorded::event).toList();
  }

  private List<Recorded> recorded(RunId run) {
    return events.computeIfAbsent(run, remains::events);
  }

  void complain(String problem) {
    problems.add(problem);
  }

  /// The file as a whole.
  void inspectDatabase() {
    var integrity = remains.column("PRAGMA integrity_check");
    if (!integrity.equals(List.of("ok"))) {
      complain("the database is damaged: %s".formatted(integrity));
    }
    var dangling = remains.column("PRAGMA foreign_key_check");
    if (!dangling.isEmpty()) {
      complain("rows refer to nothing: %s".formatted(dangling));
    }
    var disagreeing =
        remains.column(
            """
            SELECT id FROM run WHERE
              sequence <> (SELECT count(*) FROM event WHERE event.run = run.number)
              OR (ended_at IS NULL) = (state IN ('completed', 'failed', 'stopped'))
              OR open <> (ended_at IS NULL OR json_extract(progress, '$.tenure.occupied'))""");
    if (!disagreeing.isEmpty()) {
      complain("rows do not agree with themselves: %s".formatted(disagreeing));
    }
    inspectBook();
  }

  /// What was spent and promised, as the book has it and as the runs do.
  private void inspectBook() {
    var wrong =
        remains.column(
            """
            SELECT 'spent by ' || caller FROM (
              SELECT caller, sum(cost) AS cost, sum(runs) AS runs FROM spend GROUP BY caller) AS book
            WHERE cost <> (
                SELECT coalesce(sum(json_extract(body, '$.usage.cost')), 0)
                FROM event JOIN run ON run.number = event.run
                WHERE event.kind = 'spent' AND run.caller = book.caller)
              OR runs <> (SELECT count(*) FROM run WHERE run.caller = book.caller)
            UNION ALL
            SELECT 'promised to ' || caller FROM (SELECT DISTINCT caller FROM run) AS who
            WHERE coalesce((SELECT cost FROM promise WHERE promise.caller = who.caller), 0) <> (
                SELECT coalesce(sum(json_extract(progress, '$.tenure.reserved.cost')), 0)
                FROM run WHERE run.caller = who.caller)""");
    if (!wrong.isEmpty()) {
      complain("the spend book does not agree with the runs: %s".formatted(wrong));
    }
  }

  /// The trees to which these runs belong.
  void inspectTreesOf(Collection<RunId> some) {
    some.stream()
        .flatMap(id -> Stream.ofNullable(runs.get(id)))
        .map(Run::root)
        .distinct()
        .forEach(root -> inspectTree(trees.getOrDefault(root, List.of())));
  }

  void inspectAll() {
    trees.values().forEach(this::inspectTree);
  }

  private void inspectTree(List<Run> tree) {
    for (var run : tree) {
      inspectHistory(run);
      inspectBlob(run, run.dossier().payload());
      inspectBlob(run, run.dossier().output());
      if (run.hasAccount()) {
        inspectAccount(run, tree);
      }
    }
  }

  private void inspectHistory(Run run) {
    long sequence = 0;
    long position = 0;
    for (var recorded : recorded(run.id())) {
      sequence++;
      if (recorded.sequence() != sequence || recorded.position() <= position) {
        complain("%s has a gap or disorder at event %d".formatted(run.id(), sequence));
        return;
      }
      position = recorded.position();
    }
    var endings = events(run.id()).stream().filter(Inspection::ends).count();
    if (endings != (run.ended() ? 1 : 0)) {
      complain("%s has %d endings and is %s".formatted(run.id(), endings, run.state().word()));
    }
    // Time at work and promises are no events.
    var replayed =
        Run.create(run.id(), run.commission())
            .apply(events(run.id()))
            .activeFor(run.tenure().active())
            .reserving(run.tenure().reserved());
    if (!replayed.equals(run)) {
      complain(
          "%s is not what its events make of it: %s and %s".formatted(run.id(), run, replayed));
    }
  }

  static boolean ends(RunEvent event) {
    return event instanceof RunEvent.Completed
        || event instanceof RunEvent.Failed
        || event instanceof RunEvent.Stopped;
  }

  private void inspectBlob(Run run, @Nullable Blob blob) {
    if (blob != null) {
      var tokens = pieces(run, blob);
      if (new HashSet<>(tokens).size() != tokens.size()) {
        complain("%s has a piece twice in %s".formatted(run.id(), blob));
      }
    }
  }

  List<String> pieces(Run run, @Nullable Blob blob) {
    return blob == null ? List.of() : pieces.computeIfAbsent(blob, _ -> readPieces(run, blob));
  }

  private List<String> readPieces(Run run, Blob blob) {
    try {
      return Piece.all(remains.text(blob)).stream().map(Piece::token).toList();
    } catch (IOException | RuntimeException e) {
      complain("%s of %s cannot be read: %s".formatted(blob, run.id(), e));
      return List.of();
    }
  }

  private void inspectAccount(Run holder, List<Run> tree) {
    var below =
        tree.stream().filter(run -> run.commission().lineage().isBelow(holder.id())).toList();
    var spent = Usage.NONE;
    var reserved = Usage.NONE;
    for (var run : tree) {
      if (run.payers().contains(holder.id())) {
        for (var event : events(run.id())) {
          spent = event instanceof RunEvent.Spent(var _, var usage) ? spent.plus(usage) : spent;
        }
        reserved = reserved.plus(run.tenure().reserved());
      }
    }
    var account = remains.account(holder.id());
    if (account.isEmpty()) {
      complain("%s has no account".formatted(holder.id()));
    } else if (!account.get().spent().equals(spent)
        || !account.get().reserved().equals(reserved)
        || account.get().runs() != below.size()) {
      complain(
          "%s does not hold what was spent %s, promised %s and started %d"
              .formatted(account.get(), spent, reserved, below.size()));
    }
  }
}
