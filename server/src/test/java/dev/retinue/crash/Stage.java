package dev.retinue.crash;

import dev.retinue.core.Agent;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Usage;
import dev.retinue.core.port.Roster;
import dev.retinue.core.staff.Staff;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// What the runtimes and the callers of one driver share.
final class Stage {
  /// Whose interrupted runs can be carried on.
  static final String STEADY = "steady";

  /// Whose interrupted runs cannot.
  static final String FRAIL = "frail";

  static final Roster ROSTER = () -> List.of(agent(STEADY), agent(FRAIL));

  private final Acknowledgements acknowledgements;
  private final AtomicLong amounts;
  private final ArrayBlockingQueue<Question> questions = new ArrayBlockingQueue<>(1000);
  private final ArrayBlockingQueue<RunId> poor = new ArrayBlockingQueue<>(1000);
  private final Set<RunId> inHand = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Staff> staff = new CompletableFuture<>();

  /// @param firstAmount no other driver on these data has used this, nor many after it
  Stage(Acknowledgements acknowledgements, long firstAmount) {
    this.acknowledgements = acknowledgements;
    this.amounts = new AtomicLong(firstAmount);
  }

  /// What a run is about to ask.
  record Question(RunId run, String need) {}

  static Agent agent(String name) {
    return new Agent(
        name, "works", new Agent.Means(name, null), "Work.", List.of(), Agent.Limits.NONE);
  }

  void begin(Staff opened) {
    staff.complete(opened);
  }

  /// A run that was resumed may be at work before the staff is known here.
  Staff staff() {
    try {
      return staff.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  void say(Object... words) {
    acknowledgements.say(words);
  }

  void sayEnded(Run run) {
    if (run.ended()) {
      say("ended", run.id(), run.state());
    }
  }

  Usage usage(long tokens) {
    return new Usage(new Money(amounts.incrementAndGet()), false, tokens, 0, 0, 1);
  }

  boolean take(RunId run) {
    return inHand.add(run);
  }

  void release(RunId run) {
    inHand.remove(run);
  }

  void ask(RunId run, String need) {
    questions.offer(new Question(run, need));
  }

  @Nullable Question question() {
    return questions.poll();
  }

  /// One that does not end when its budget is used up needs somebody to raise it.
  void offerMoney(Run run) {
    if (!run.ended() && !run.commission().terms().abortOnBudget()) {
      poor.offer(run.id());
    }
  }

  @Nullable RunId poor() {
    return poor.poll();
  }
}
