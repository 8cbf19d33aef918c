package dev.retinue.crash;

import dev.retinue.cli.Household;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Surroundings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/// Opens what is left as a new process would, and looks what becomes of every run that was open.
/// Those that are taken up again get nowhere until it is closed.
final class Awakening {
  private final Map<RunId, AtomicInteger> taken = new ConcurrentHashMap<>();
  private final List<String> problems = new ArrayList<>();

  private final class Idle implements AgentRuntime {
    private final String name;

    private Idle(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean canResume(Run run) {
      return name.equals(Stage.STEADY);
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      taken.computeIfAbsent(work.run().id(), _ -> new AtomicInteger()).incrementAndGet();
      new CountDownLatch(1).await();
    }
  }

  /// What was wrong.
  static List<String> problemsIn(Path data) {
    return new Awakening().look(data);
  }

  private List<String> look(Path data) {
    Map<RunId, Run> before;
    try (var remains = new Remains(data)) {
      before = remains.store().open().stream().collect(Collectors.toMap(Run::id, run -> run));
    }
    Runnable onFatal = () -> problems.add("the disk is fine");
    var settings =
        new Household.Settings(
            data, new Limits(8, 24, 5, 100, 2_000), 0, Surroundings.real(), onFatal);
    var runtimes = List.<AgentRuntime>of(new Idle(Stage.STEADY), new Idle(Stage.FRAIL));
    try (var _ = Household.open(settings, Stage.ROSTER, runtimes, _ -> {});
        var remains = new Remains(data)) {
      var after =
          remains.store().find(before.keySet(), null).stream()
              .collect(Collectors.toMap(Run::id, run -> run));
      before.values().forEach(run -> compare(run, after));
    }
    taken.forEach(
        (run, times) -> expect(times.get() == 1, run + " was taken %s times".formatted(times)));
    return problems;
  }

  private void compare(Run before, Map<RunId, Run> all) {
    var after = all.get(before.id());
    if (after == null) {
      problems.add("recovery lost " + before);
      return;
    }
    var change = "recovery made of %s %s".formatted(before, after);
    expect(isTruthful(before, after, all), change);
    expect(after.dossier().equals(before.dossier()), change);
    expect(after.tenure().reserved().isNone(), change + ", which still has a promise");
  }

  private static boolean isTruthful(Run before, Run after, Map<RunId, Run> all) {
    boolean again =
        after.state() instanceof State.Queued
            || (after.state() instanceof State.Running
                && after.tenure().epoch() == before.tenure().epoch() + 1);
    boolean stoppedFromAbove =
        after.state() instanceof State.Stopped
            && before.commission().lineage().above().stream()
                .map(link -> all.get(link.run()))
                .anyMatch(above -> above != null && isInterrupted(above));
    return switch (before.state()) {
      case State.Ready _ -> after.equals(before);
      case State.Queued _ -> again || stoppedFromAbove;
      case State.Running _, State.Waiting _ ->
          before.commission().agent().runtime().equals(Stage.STEADY)
              ? again || stoppedFromAbove
              : isInterrupted(after);
      case State.Completed _, State.Failed _, State.Stopped _ ->
          after.state().equals(before.state()) && !after.tenure().occupied();
    };
  }

  private static boolean isInterrupted(Run run) {
    return run.state() instanceof State.Failed(var _, var reason, var _)
        && reason == FailureReason.INTERRUPTED;
  }

  private void expect(boolean so, String problem) {
    if (!so) {
      problems.add(problem);
    }
  }
}
