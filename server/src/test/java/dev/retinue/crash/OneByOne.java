package dev.retinue.crash;

import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.StartRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The same steps in the same order every time, one after the other: whatever is written to the
/// disk between two acknowledgements belongs to the second.
final class OneByOne implements AgentRuntime {
  private static final Caller OWNER = Caller.owner();
  private static final int TRIES = 50;

  private final Stage stage;
  private final Random random;
  // Never two at once: the run is silent while its caller speaks, and the other way round.
  private final Semaphore worked = new Semaphore(0);
  private final Semaphore spoken = new Semaphore(0);

  OneByOne(Stage stage, Random random) {
    this.stage = stage;
    this.random = random;
  }

  @Override
  public String name() {
    return Stage.STEADY;
  }

  @Override
  public boolean canResume(Run run) {
    return true;
  }

  /// Plays so many rounds, and says when all of them are done.
  ///
  /// @param promptLength how long each description of the work is
  void play(int rounds, int promptLength) throws InterruptedException {
    var staff = stage.staff();
    for (int round = 0; round < rounds; round++) {
      complete(staff, begin(staff, "x".repeat(promptLength)));
      var queued = begin(staff, "y".repeat(promptLength));
      insist(() -> staff.queue(OWNER, queued));
      while (!worked.tryAcquire(20, TimeUnit.MILLISECONDS)) {
        if (staff.require(OWNER, queued).ended()) {
          break;
        }
      }
      complete(staff, queued);
      spoken.release();
      staff.await(OWNER, queued, it -> it.ended() && !it.ending(), Duration.ofSeconds(60));
    }
    stage.say("done", rounds);
  }

  private void complete(Staff staff, RunId id) {
    var piece = Piece.random(random);
    Run run;
    try {
      run = insist(() -> staff.complete(OWNER, id, piece.token(), piece.bytes()));
    } catch (RetinueException e) {
      stage.say("refused", e.getMessage());
      run = insist(() -> staff.stop(OWNER, id, "it could not be completed"));
    }
    if (run.state() instanceof State.Completed(var _, var summary, var _)
        && summary.equals(piece.token())) {
      stage.say("delivered", id, piece.token());
    }
    stage.sayEnded(run);
  }

  private RunId begin(Staff staff, String prompt) {
    var request = new StartRequest(Stage.STEADY, null, StartRequest.Manner.PLAIN, Terms.NONE, null);
    var id = insist(() -> staff.start(OWNER, request)).id();
    stage.say("start", id, "-");
    insist(() -> staff.define(OWNER, id, prompt));
    stage.say("defined", id);
    return id;
  }

  /// What a run does while its caller waits.
  @Override
  public void carryOut(Work work) throws InterruptedException {
    var id = work.run().id();
    stage.say("taken", id, work.run().tenure().epoch());
    say(work);
    for (int i = 0; i < 2; i++) {
      var printed = Piece.random(random);
      work.print(printed.bytes());
      stage.say("printed", id, printed.token());
      var delivered = Piece.random(random);
      work.deliver(delivered.bytes());
      stage.say("delivered", id, delivered.token());
    }
    spend(work);
    worked.release();
    spoken.acquire();
  }

  private void say(Work work) {
    var said = Piece.random(random);
    work.tell(new RunEvent.Said(Instant.now(), said.token()));
    stage.say("said", work.run().id(), said.token());
  }

  private void spend(Work work) throws InterruptedException {
    var id = work.run().id();
    var first = stage.usage(10);
    work.charge(first);
    stage.say("spent", id, first.cost().nanos());
    var second = stage.usage(20);
    var estimate = new Usage(second.cost(), false, 100, 0, 0, 1);
    work.reserve(estimate);
    stage.say("reserved", id);
    work.settle(estimate, second);
    stage.say("spent", id, second.cost().nanos());
  }

  /// Tries again as a client would, while it is told to.
  private <T> T insist(Supplier<T> call) {
    for (int i = 1; ; i++) {
      try {
        return call.get();
      } catch (RetinueException e) {
        if (e.code() != ErrorCode.SERVICE_UNAVAILABLE || i == TRIES) {
          throw e;
        }
        stage.say("refused", e.getMessage());
      }
    }
  }
}
