package dev.retinue.toolset.checks;

import dev.retinue.core.Check;
import dev.retinue.core.Verdict;
import dev.retinue.core.port.CheckCommands;
import dev.retinue.core.port.Checker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Makes the checks that this version knows, all of one run in a bounded time. Commands have times
/// of their own, which the operator gave them.
///
/// They run on a thread that is left behind when the time is over: opening a file may wait for
/// ever, and nothing but its own end ends that. So there are only so many of these threads.
public final class AcceptanceChecks implements Checker {
  private static final int MOST_AT_ONCE = 16;

  private final Duration patience;
  private final CheckCommands commands;
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);

  public AcceptanceChecks() {
    this(CheckCommands.NONE);
  }

  /// @param commands those that callers can name
  public AcceptanceChecks(CheckCommands commands) {
    this(Duration.ofSeconds(20), commands);
  }

  AcceptanceChecks(Duration patience) {
    this(patience, CheckCommands.NONE);
  }

  private AcceptanceChecks(Duration patience, CheckCommands commands) {
    this.patience = patience;
    this.commands = commands;
  }

  @Override
  public void require(Check check) {
    switch (check) {
      case Check.FileExists(var path) -> FileChecks.requirePath(path);
      case Check.FileContains(var path, var text) -> {
        FileChecks.requirePath(path);
        FileChecks.requireText(text);
      }
      case Check.PayloadSchema(var schema) -> SchemaChecks.require(schema);
      case Check.Command(var name) -> NamedCommands.require(name, commands.names());
    }
  }

  @Override
  public List<Verdict> judge(List<Check> checks, Subject subject) throws InterruptedException {
    var found = new ConcurrentHashMap<Integer, Verdict>();
    if (places.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      var thread =
          Thread.ofPlatform().daemon().name("checks").unstarted(() -> look(checks, subject, found));
      thread.start();
      try {
        thread.join(patience);
      } finally {
        thread.interrupt();
      }
    }
    var verdicts = new ArrayList<Verdict>();
    for (int i = 0; i < checks.size(); i++) {
      if (checks.get(i) instanceof Check.Command command) {
        verdicts.add(NamedCommands.judge(command, commands, subject));
        continue;
      }
      var detail = "it could not be checked in %d seconds".formatted(patience.toSeconds());
      var late = Verdict.of(checks.get(i), false, detail);
      verdicts.add(found.getOrDefault(i, late));
    }
    return verdicts;
  }

  private void look(
      List<Check> checks, Subject subject, ConcurrentHashMap<Integer, Verdict> found) {
    try {
      for (int i = 0; i < checks.size() && !Thread.currentThread().isInterrupted(); i++) {
        if (!(checks.get(i) instanceof Check.Command)) {
          found.put(i, judge(checks.get(i), subject));
        }
      }
    } finally {
      places.release();
    }
  }

  /// What cannot be looked at has not passed, whatever the reason.
  private static Verdict judge(Check check, Subject subject) {
    try {
      var fault =
          switch (check) {
            case Check.FileExists(var path) -> FileChecks.missing(subject.workingDirectory(), path);
            case Check.FileContains(var path, var text) ->
                FileChecks.lacking(subject.workingDirectory(), path, text);
            case Check.PayloadSchema(var schema) -> SchemaChecks.misfit(schema, subject.payload());
            case Check.Command _ -> Optional.of("it is made elsewhere");
          };
      return Verdict.of(check, fault.isEmpty(), fault.orElse("as it should be"));
    } catch (Exception | StackOverflowError e) {
      return Verdict.of(check, false, "it could not be checked: " + e.getClass().getSimpleName());
    }
  }
}
