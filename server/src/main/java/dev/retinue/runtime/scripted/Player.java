package dev.retinue.runtime.scripted;

import dev.retinue.core.Excerpt;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.permission.Leave;
import dev.retinue.core.port.Work;
import dev.retinue.core.port.Work.RunEndedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Plays the steps of a script for one run. What the run did before a restart is not done again.
final class Player {
  /// How the ids begin of what it asks.
  static final String NEED = "step-";

  private static final String STARTED = "started/";
  private static final int AT_ONCE = 256 << 10;
  private static final String YES_OR_NO = "{\"type\":\"string\",\"enum\":[\"allow\",\"deny\"]}";

  private final Work work;
  private final InstantSource clock;
  private final Past past;
  private final Blanks blanks;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<RunId> started = new ArrayList<>();
  private long position;
  private long printed;
  private String lastSaid = "The script is over.";
  private Duration lingering = Duration.ZERO;

  Player(Work work, InstantSource clock) {
    this.work = work;
    this.clock = clock;
    this.past = new Past(work);
    this.blanks = new Blanks(work.prompt());
    work.whenEnded(ended::countDown);
  }

  /// Plays everything, to the end that the script has or that somebody else makes.
  void play(Script script) throws InterruptedException {
    try {
      play(script.steps());
      requireOpen();
      work.complete(lastSaid, State.Evidence.ASSUMED);
    } catch (RunEndedException e) {
      // By a step, or from outside: no further step begins.
    }
    Thread.sleep(lingering);
  }

  private void play(List<Step> steps) throws InterruptedException {
    for (var step : steps) {
      requireOpen();
      position++;
      play(step);
    }
  }

  private void play(Step step) throws InterruptedException {
    switch (step) {
      case Step.Say(var text) -> say(blanks.fill(text));
      case Step.Think(var text) -> think(blanks.fill(text));
      case Step.Call call -> call(call);
      case Step.Take(var time) -> take(time);
      case Step.Ask(var question) -> blanks.answer(ask(Need.Kind.ANSWER, blanks.fill(question)));
      case Step.Permission(var what) -> permission(blanks.fill(what));
      case Step.Spend(var usage) -> spend(usage);
      case Step.Charge(var usage) -> charge(usage);
      case Step.Print(var bytes) -> print(bytes);
      case Step.Deliver(var text) -> deliver(blanks.fill(text));
      case Step.Start(var agent, var prompt) -> start(agent, blanks.fill(prompt));
      case Step.Await _ -> await();
      case Step.Learn(var key, var value) -> learn(key, blanks.fill(value));
      case Step.Complete(var summary) ->
          work.complete(blanks.fill(summary), State.Evidence.CLAIMED);
      case Step.Assume(var summary) -> work.complete(blanks.fill(summary), State.Evidence.ASSUMED);
      case Step.Fail(var reason, var message) -> work.fail(reason, blanks.fill(message));
      case Step.Crash _ -> throw new IllegalStateException("the script says crash");
      case Step.Hang _ -> ended.await();
      case Step.IgnoreStop(var time) -> lingering = time;
      case Step.Repeat(var times, var steps) -> {
        for (int i = 0; i < times; i++) {
          play(steps);
        }
      }
    }
  }

  private void requireOpen() throws InterruptedException {
    if (work.ended()) {
      throw new RunEndedException(work.run().id());
    }
    // A script that never waits must let go as well when everything closes.
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  // What is told together with its trace.

  private void say(String text) {
    lastSaid = text;
    if (!past.has(it -> it instanceof RunEvent.Said(var _, var said) && said.equals(text))) {
      work.tell(new RunEvent.Said(now(), text));
    }
  }

  private void think(String text) {
    if (!past.has(
        it -> it instanceof RunEvent.Thought(var _, var was, var _) && was.equals(text))) {
      work.tell(new RunEvent.Thought(now(), text));
    }
  }

  private void call(Step.Call step) {
    var call = "call-" + position;
    // The answer is the trace: it is told in one go with the call.
    if (!past.has(it -> it instanceof RunEvent.ToolAnswered done && done.call().equals(call))) {
      var input = blanks.fillJson(step.input());
      var output = blanks.fill(step.output());
      work.tell(
          List.of(
              new RunEvent.ToolCalled(now(), call, step.tool(), input),
              new RunEvent.ToolAnswered(now(), call, output, step.failed())));
    }
  }

  private void learn(String key, String value) {
    learn(Map.of(key, value));
  }

  private void learn(Map<String, String> facts) {
    if (!past.has(it -> it instanceof RunEvent.Learned(var _, var was) && was.equals(facts))) {
      work.tell(new RunEvent.Learned(now(), facts));
    }
  }

  // What takes time.

  private void take(Duration time) throws InterruptedException {
    if (past.isOver()) {
      ended.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private String ask(Need.Kind kind, String text) throws InterruptedException {
    var id = NEED + position;
    past.has(it -> it instanceof RunEvent.Answered(var _, var need, var _) && need.equals(id));
    var schema = kind == Need.Kind.PERMISSION ? YES_OR_NO : null;
    return work.ask(new Need(id, kind, text, schema));
  }

  private void permission(String what) throws InterruptedException {
    var answer = ask(Need.Kind.PERMISSION, what);
    if (Leave.require(answer) instanceof Leave.Refused) {
      work.fail(
          FailureReason.REFUSED,
          "The permission '%s' was not given; the answer was '%s'."
              .formatted(what, Excerpt.of(answer)));
    }
  }

  // What is counted.

  private void spend(Usage usage) throws InterruptedException {
    if (!hasSpent(usage)) {
      work.reserve(usage);
      work.settle(usage, usage);
    }
  }

  private void charge(Usage usage) throws InterruptedException {
    if (!hasSpent(usage)) {
      work.charge(usage);
    } else if (past.isOver()) {
      // It may have been waiting for more budget when it was interrupted.
      work.charge(Usage.NONE);
    }
  }

  private boolean hasSpent(Usage usage) {
    return past.has(it -> it instanceof RunEvent.Spent(var _, var was) && was.equals(usage));
  }

  private void print(long bytes) throws InterruptedException {
    long end = printed + bytes;
    while (printed < end && past.has(this::isPrinted)) {
      // It goes on with the byte after the last that is kept.
    }
    while (printed < end) {
      requireOpen();
      long next = Math.min(end, printed + AT_ONCE);
      work.print(Chatter.part(printed, next));
      printed = next;
    }
  }

  private boolean isPrinted(RunEvent event) {
    if (event instanceof RunEvent.Printed(var _, var output)) {
      printed = output.bytes();
      return true;
    }
    return false;
  }

  private void deliver(String text) {
    var line = (text + "\n").getBytes(StandardCharsets.UTF_8);
    if (!past.hasDelivered(line.length)) {
      work.deliver(line);
    }
  }

  // What others do.

  private void start(String agent, String prompt) {
    var key = STARTED + position;
    var id = work.delegate(key, agent, prompt).id();
    learn(key, id.text());
    started.add(id);
  }

  private void await() throws InterruptedException {
    var results = new ArrayList<String>();
    for (var id : started) {
      var run = work.await(id);
      requireOpen();
      results.add(run.commission().agent().name() + ": " + result(run));
    }
    blanks.results(String.join("\n", results));
  }

  private static String result(Run run) {
    return switch (run.state()) {
      case State.Completed(var _, var summary, var _) -> summary;
      case State.Failed(var _, var reason, var message) ->
          "failed (%s): %s".formatted(reason.word(), message);
      case State.Stopped(var _, var why) -> "stopped: " + why;
      case State.Ready _, State.Queued _, State.Running _, State.Waiting _ -> run.state().word();
    };
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
