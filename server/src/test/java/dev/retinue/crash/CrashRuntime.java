package dev.retinue.crash;

import dev.retinue.core.Caller;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Does anything a runtime can do, by chance, and says after each step what it was told is done.
final class CrashRuntime implements AgentRuntime {
  private final String name;
  private final Stage stage;

  CrashRuntime(String name, Stage stage) {
    this.name = name;
    this.stage = stage;
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
    var run = work.run();
    var id = run.id();
    stage.say("taken", id, run.tenure().epoch());
    if (!stage.take(id)) {
      stage.say("twice", id);
    }
    try {
      int steps = ThreadLocalRandom.current().nextInt(1, 7);
      for (int i = 0; i < steps; i++) {
        step(work);
      }
      end(work);
    } finally {
      stage.release(id);
    }
  }

  private void step(Work work) throws InterruptedException {
    var id = work.run().id();
    var random = ThreadLocalRandom.current();
    var piece = Piece.random(random);
    switch (random.nextInt(8)) {
      case 0 -> {
        work.tell(new RunEvent.Said(Instant.now(), piece.token()));
        sayIfHeard(work, "said", piece);
      }
      case 1 -> {
        work.print(piece.bytes());
        sayIfHeard(work, "printed", piece);
      }
      case 2 -> {
        work.deliver(piece.bytes());
        sayIfHeard(work, "delivered", piece);
      }
      case 3, 4 -> charge(work, random.nextLong(1, 2_000));
      case 5 -> reserve(work, random.nextLong(1, 2_000));
      case 6 -> {
        var need = new Need(piece.token(), Need.Kind.ANSWER, "Shall I?", null);
        stage.ask(id, need.id());
        stage.say("heard", id, need.id(), work.ask(need));
      }
      default -> delegate(work);
    }
  }

  /// No two amounts are the same, so that each can be found again.
  private void charge(Work work, long tokens) throws InterruptedException {
    var used = stage.usage(tokens);
    stage.offerMoney(work.run());
    work.charge(used);
    stage.say("spent", work.run().id(), used.cost().nanos());
  }

  private void reserve(Work work, long tokens) throws InterruptedException {
    var used = stage.usage(tokens);
    var estimate = new Usage(new Money(used.cost().nanos() * 2), false, tokens * 2, 0, 0, 1);
    stage.offerMoney(work.run());
    work.reserve(estimate);
    stage.say("reserved", work.run().id());
    work.settle(estimate, used);
    stage.say("spent", work.run().id(), used.cost().nanos());
  }

  private void delegate(Work work) throws InterruptedException {
    if (work.run().commission().lineage().depth() > 0) {
      return;
    }
    // The same key may come twice, also after a restart: then it is the same child.
    var key = "child-" + ThreadLocalRandom.current().nextInt(3);
    var other = name.equals(Stage.STEADY) ? Stage.FRAIL : Stage.STEADY;
    var child = work.delegate(key, other, "help");
    stage.say("start", child.id(), work.run().id() + "/" + key);
    if (ThreadLocalRandom.current().nextBoolean()) {
      stage.sayEnded(work.await(child.id()));
    }
  }

  private void end(Work work) throws InterruptedException {
    var id = work.run().id();
    switch (ThreadLocalRandom.current().nextInt(8)) {
      case 0 -> work.fail(FailureReason.QUOTA, "no more for " + id);
      case 1 -> throw new IllegalStateException("broke down by chance");
      case 2 -> {
        return; // Without an ending, which is one.
      }
      case 3, 4 -> {
        var ended = new CountDownLatch(1);
        work.whenEnded(ended::countDown);
        ended.await(50, TimeUnit.MILLISECONDS);
        work.complete("waited for somebody", State.Evidence.ASSUMED);
      }
      default -> work.complete("done " + id, State.Evidence.CLAIMED);
    }
    stage.sayEnded(stage.staff().require(Caller.owner(), id));
  }

  /// What is told after the ending is not heard; so it is said only of a run that goes on.
  private void sayIfHeard(Work work, String what, Piece piece) {
    var id = work.run().id();
    if (!stage.staff().require(Caller.owner(), id).ended()) {
      stage.say(what, id, piece.token());
    }
  }
}
