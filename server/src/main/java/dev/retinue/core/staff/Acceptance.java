package dev.retinue.core.staff;

import dev.retinue.core.Blob;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Confinement;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Isolated;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State.Evidence;
import dev.retinue.core.Verdict;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.Checker;
import dev.retinue.core.port.RunStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The checks that a run has to pass before its word *done* counts. They are made outside of any
/// transaction; what was found is recorded only if the result is still the one that was looked at.
final class Acceptance {
  private static final int MOST = 20;

  /// They stand in the row of the run, and are read with every look at it.
  private static final int LONGEST = 32_768;

  private static final byte[] NOTHING = {};

  private final Staff staff;
  private final RunStore store;
  private final Blobs blobs;
  private final Checker checker;

  Acceptance(Staff staff, RunStore store, Blobs blobs, Checker checker) {
    this.staff = staff;
    this.store = store;
    this.blobs = blobs;
    this.checker = checker;
  }

  /// Refuses what could never be checked.
  void require(Terms terms) {
    var checks = terms.checks();
    if (checks.size() > MOST) {
      throw refused("There are %d checks, and %d are allowed.".formatted(checks.size(), MOST));
    }
    int length = checks.stream().mapToInt(Check::length).sum();
    if (length > LONGEST) {
      throw refused(
          "The checks have %d characters, and %d are allowed.".formatted(length, LONGEST));
    }
    for (var check : checks) {
      if (!isSchema(check) && terms.workingDirectory() == null) {
        throw refused(
            "The check '%s' needs a working_directory in which to look.".formatted(check.word()));
      }
      checker.require(check);
    }
  }

  static boolean isNeededFor(Run run) {
    return !run.ended() && !run.commission().terms().checks().isEmpty();
  }

  /// Looks at the work of a run with this result. Takes its time.
  List<Verdict> judge(Run run, @Nullable Blob payload) {
    if (!isNeededFor(run)) {
      return List.of();
    }
    var terms = run.commission().terms();
    var named = terms.workingDirectory() == null ? null : Path.of(terms.workingDirectory());
    var directory = Isolated.of(run).map(Isolated::directory).orElse(named);
    var result = Prospect.of(blobs, payload, NOTHING);
    try {
      return checker.judge(
          terms.checks(),
          new Checker.Subject(directory, result, confinement(run), () -> isOver(run.id())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The checks of run '%s' were broken off; complete it again.".formatted(run.id()),
          e);
    }
  }

  /// What the schemas of a run would say of its result with this added; nothing where it fits. No
  /// other check is made: they look at work that may not be done yet, and may take long.
  Optional<String> misfit(Run run, byte[] more) throws InterruptedException {
    var schemas = run.commission().terms().checks().stream().filter(Acceptance::isSchema).toList();
    if (run.ended() || schemas.isEmpty()) {
      return Optional.empty();
    }
    var subject =
        new Checker.Subject(
            null,
            Prospect.of(blobs, run.dossier().payload(), more),
            Confinement.USUAL,
            () -> isOver(run.id()));
    var unfit = checker.judge(schemas, subject).stream().filter(it -> !it.passed());
    var sentence = unfit.map(Verdict::detail).distinct().collect(Collectors.joining("; "));
    return sentence.isEmpty() ? Optional.empty() : Optional.of(sentence);
  }

  private static boolean isSchema(Check check) {
    return check instanceof Check.PayloadSchema;
  }

  private Confinement confinement(Run run) {
    return store
        .definition(run.commission().agent().digest())
        .map(_ -> new Rights(store).agentOf(run).conduct().confinement())
        .orElse(Confinement.USUAL);
  }

  /// Whether it has ended while it was looked at.
  private boolean isOver(RunId id) {
    return store.recorded(id).map(Run::ended).orElse(true);
  }

  /// Its runtime says that a run is done. What was delivered while it was judged is judged too.
  void complete(RunId id, Predicate<Run> mine, String summary, Evidence evidence) {
    boolean decided = false;
    while (!decided) {
      // Also one that was removed: its last words are heard by nobody, but are no mistake.
      var run = Patience.insist(() -> store.recorded(id)).orElseThrow(() -> Staff.notFound(id));
      var payload = run.dossier().payload();
      var verdicts = judge(run, payload);
      decided =
          Patience.insist(
              () ->
                  staff.change(
                      change -> {
                        var now = change.require(id);
                        if (!mine.test(now)) {
                          return true;
                        }
                        if (!isStill(payload, now)) {
                          return false;
                        }
                        change.record(
                            now, now.complete(summary, null, evidence, verdicts, change.now()));
                        return true;
                      }));
    }
  }

  /// Whether the result is the one that was judged, or it no longer matters.
  static boolean isStill(@Nullable Blob judged, Run now) {
    return !isNeededFor(now) || Objects.equals(judged, now.dossier().payload());
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
