package dev.retinue.cli;

import dev.retinue.cli.daemon.Follower;
import dev.retinue.cli.daemon.RunIds;
import dev.retinue.cli.text.Amounts;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `retinue wait`: until runs have ended.
@Command(
    name = "wait",
    description = "Wait until runs have ended, and say how.",
    footer = {
      "",
      "Ends with 0 if all that it waited for completed, 1 if one failed, 3 if one was stopped, 5 if "
          + "the time was over: that of the wait, or that of a run. Waiting costs the runs nothing: they go on either way.",
      "",
      "  retinue wait $(retinue run --detach \"tidy up\")",
      "  retinue wait --any --timeout 600 agent-1a2b agent-3c4d"
    })
final class Wait implements Callable<Integer>, TalksToDaemon {
  private static final int MOST = 64;
  private static final long LONGEST_SECONDS = Duration.ofDays(30).toSeconds();

  private final Terminal terminal;

  @Parameters(
      paramLabel = "<id>",
      arity = "1..*",
      description = "The runs; the beginnings of their ids are enough.")
  private List<String> named = new ArrayList<>();

  @ArgGroup private Which which = new Which();

  @Option(
      names = "--timeout",
      paramLabel = "<seconds>",
      defaultValue = "0",
      description = "How long to wait at most; 0 is for ever.")
  private long timeout;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  /// One excludes the other.
  private static final class Which {
    @Option(names = "--any", description = "Wait for the first of them.")
    private boolean any;

    @Option(names = "--all", description = "Wait for all of them, as without this.")
    private boolean unusedBecauseItIsTheDefault;
  }

  /// The end of one wait: the run, or why it cannot be waited for.
  private sealed interface Outcome {
    record Ended(JsonNode run) implements Outcome {}

    record Trouble(RetinueException why) implements Outcome {}
  }

  Wait(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Numbers.requireBetween("--timeout", timeout, 0, LONGEST_SECONDS);
    if (named.size() > MOST) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "wait takes at most %d runs, not %d.".formatted(MOST, named.size()));
    }
    var api = reach.require(terminal);
    var ids = new LinkedHashSet<String>();
    for (var name : named) {
      ids.add(new RunIds(api).require(name));
    }
    var outcomes = new ArrayBlockingQueue<Outcome>(MOST);
    for (var id : ids) {
      var follower = new Follower(reach.daemons(), api, sentence -> Reach.tell(terminal, sentence));
      Thread.ofVirtual().start(() -> outcomes.add(outcome(follower, id)));
    }
    return collect(ids, outcomes);
  }

  private static Outcome outcome(Follower follower, String id) {
    try {
      return new Outcome.Ended(follower.follow(id, 0, _ -> {}));
    } catch (RetinueException e) {
      return new Outcome.Trouble(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Trouble(
          new RetinueException(ErrorCode.INTERNAL_ERROR, "waiting was interrupted.", e));
    }
  }

  private int collect(Set<String> ids, BlockingQueue<Outcome> outcomes)
      throws InterruptedException {
    long limit = timeout == 0 ? LONGEST_SECONDS : timeout;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(limit);
    int wanted = which.any ? 1 : ids.size();
    int exitCode = ExitCode.OK;
    for (int ended = 0; ended < wanted; ended++) {
      var outcome = outcomes.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      switch (outcome) {
        case null -> {
          Reach.tell(terminal, timeOver(ids, ids.size() - ended));
          return ExitCode.TIME_OVER;
        }
        case Outcome.Trouble(var why) -> throw why;
        case Outcome.Ended(var run) -> {
          show(run);
          exitCode = exitCode == ExitCode.OK ? Endings.exitCode(run) : exitCode;
        }
      }
    }
    return exitCode;
  }

  private static String timeOver(Set<String> ids, int open) {
    return ids.size() == 1
        ? "the time is over; %s goes on.".formatted(Amounts.shortId(ids.iterator().next()))
        : "the time is over; %d of %d runs go on.".formatted(open, ids.size());
  }

  private void show(JsonNode run) {
    terminal
        .out()
        .println(
            json.chosen()
                ? run.toString()
                : Endings.sentence(run, Reach.style(terminal), Instant.now()));
    terminal.flush();
  }
}
