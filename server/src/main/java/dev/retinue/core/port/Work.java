package dev.retinue.core.port;

import dev.retinue.core.Agent;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.Pulse;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.group.Errand;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run in the hands of its runtime. Everything told here is durable when the call returns; what
/// is told after the run has ended is not heard.
public interface Work {
  /// The run as it was when it was taken up.
  Run run();

  /// The run as it is now.
  Run now();

  /// The member of the staff as it was when the run was made, or when it took the conversation over
  /// from another. The rules of all for whom it works are among its own.
  Agent agent();

  String prompt();

  /// Whether it was taken up before, by a process that is gone.
  boolean resumed();

  /// What has happened in it so far, after this sequence number.
  List<Recorded> history(long after, int most);

  /// How long a call of a tool may take at most in its session; nothing for a run without one.
  Optional<Duration> toolTime();

  /// What was said before it in its session.
  Conversation conversation();

  /// Tells what was seen, in this order.
  void tell(List<RunEvent> seen);

  /// Whether the run has ended: then no further call is made, and no new work begun.
  boolean ended();

  /// Runs this once the run has ended, at once if it has: to interrupt a wait, or end a process.
  void whenEnded(Runnable wake);

  /// Runs this before the runtime ends the run, while it can still be told what came of it; never
  /// if somebody else ends it.
  void beforeEnd(Runnable last);

  /// Asks for leave to use this much before it is used. Waits if the budget is used up and the run
  /// is to wait for more.
  ///
  /// @throws RunEndedException if the run has ended, perhaps by this
  default void reserve(Usage estimate) throws InterruptedException {
    reserve(estimate, List.of());
  }

  /// The same, and tells what was seen before, both or neither.
  void reserve(Usage estimate, List<RunEvent> seen) throws InterruptedException;

  /// Says what was used of what was reserved, and gives back the rest.
  default void settle(Usage estimate, Usage used) {
    settle(estimate, used, List.of());
  }

  /// The same, and what was seen for it, both or neither.
  void settle(Usage estimate, Usage used, List<RunEvent> seen);

  /// Says what was used without leave, by a program that cannot ask. Waits like `reserve` if that
  /// used up the budget.
  default void charge(Usage used) throws InterruptedException {
    charge(used, Map.of());
  }

  /// The same, and what is known from then on, both or neither.
  default void charge(Usage used, Map<String, String> facts) throws InterruptedException {
    charge(used, facts, List.of()).await();
  }

  /// The same, and what was seen when it was used, all or nothing. It does not wait: that is left
  /// to whoever has something to do before.
  Pause charge(Usage used, Map<String, String> facts, List<RunEvent> seen);

  /// Over when there is something left of the budget, or somebody has raised it; mostly at once.
  interface Pause {
    void await() throws InterruptedException;
  }

  /// What the caller of this run may still spend today; nothing if he may spend anything.
  Optional<Money> funds();

  /// Asks somebody, and waits for the answer. Whoever asks again under the same id, after a restart
  /// for instance, gets the answer that was given.
  String ask(Need need) throws InterruptedException;

  /// Answers what was asked, because nobody else did in time or nobody needs it any more. If it was
  /// answered before, that stays.
  void withdraw(String need, String answer);

  /// The keys of model providers that its caller lent it, by the names of their variables. They are
  /// never told, printed or kept.
  Map<String, String> keys();

  /// Waits until all keys are there that the run was lent once: after a restart they are gone until
  /// its caller connects again.
  void awaitKeys() throws InterruptedException;

  /// Adds to what the run printed.
  void print(byte[] more);

  /// Adds to the result of the run.
  void deliver(byte[] more);

  /// What the schemas that the result has to fit would say of it, with this added to what was
  /// delivered so far; nothing where it fits, or has to fit none. So a runtime can look before it
  /// completes the run.
  Optional<String> misfit(byte[] more) throws InterruptedException;

  /// Starts another agent below this one, on the same budget. Whoever does so again under the same
  /// key, after a restart for instance, gets the run that was started then.
  Run delegate(String key, Errand errand);

  /// The same, done as the agent usually does it.
  default Run delegate(String key, String agent, String prompt) {
    return delegate(key, Errand.of(agent, prompt));
  }

  /// Waits until a run below this one has ended.
  Run await(RunId below) throws InterruptedException;

  /// Waits until nothing is at work any more of at least one of these runs below this one, and
  /// answers with all of those; with none if this run itself has ended.
  List<Run> awaitAny(Collection<RunId> below) throws InterruptedException;

  /// Makes the result of a run below this one its own, as far as it is more than a summary.
  void adopt(Run below);

  /// The others on the staff.
  Company company();

  /// Tells how it is. This is kept in memory only.
  void tell(Pulse pulse);

  /// With this it writes what it is about to say.
  Pen pen();

  /// Whether it waits for somebody, or for a run below it.
  boolean waits();

  /// Gives the run back until this time has come; then it is taken up again. Nothing of it is at
  /// work by now, and the runtime returns.
  void park(Need need, Instant until);

  /// Gives the run back to the line, to be taken up again as soon as there is room. Nothing of it
  /// is at work by now, and the runtime returns.
  void giveBack(String why);

  void complete(String summary, State.Evidence evidence);

  /// It says itself that it is done, and adds this to its result, both or neither.
  void complete(String summary, byte[] payload);

  void fail(FailureReason reason, String message);

  /// Nothing more can be done for this run.
  final class RunEndedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RunEndedException(RunId run) {
      super("run '%s' has ended".formatted(run), null, false, false);
    }
  }

  /// Tells one thing.
  default void tell(RunEvent seen) {
    tell(List.of(seen));
  }
}
