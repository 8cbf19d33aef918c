package dev.retinue.crash;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.StartRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/// Runs at work while the clock on the wall jumps.
final class ClockScene implements AgentRuntime {
  static final int MAX_SECONDS = 3;

  private static final Caller OWNER = Caller.owner();
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Stage stage;
  private final Path clock;

  /// @param clock the file that says how far the clock on the wall is off
  ClockScene(Stage stage, Path clock) {
    this.stage = stage;
    this.clock = clock;
  }

  @Override
  public String name() {
    return Stage.STEADY;
  }

  @Override
  public boolean canResume(Run run) {
    return true;
  }

  /// Works until somebody ends it.
  @Override
  public void carryOut(Work work) throws InterruptedException {
    var ended = new CountDownLatch(1);
    work.whenEnded(ended::countDown);
    work.tell(new RunEvent.Said(Instant.now(), work.prompt()));
    ended.await();
  }

  void play() throws IOException, InterruptedException {
    stage.say("open");
    endsInTime("+3d");
    endsInTime("-2h");
    waitsInTime("+5d");
    stage.say("done", 3);
  }

  private void endsInTime(String jump) throws IOException, InterruptedException {
    var staff = stage.staff();
    var budget = new Budget(null, null, null, (long) MAX_SECONDS, null);
    var terms = new Terms(budget, true, null, null);
    long begun = System.nanoTime();
    var run = staff.start(OWNER, StartRequest.of(Stage.STEADY, "x").under(terms)).id();
    stage.say("start", run, "-");
    staff.await(OWNER, run, it -> it.state() instanceof State.Running, LONG);
    jump(jump);
    stage.say("jumped", run, staff.require(OWNER, run).state().word());
    var ended = staff.await(OWNER, run, it -> it.ended() && !it.ending(), LONG);
    stage.say("lasted", run, System.nanoTime() - begun);
    stage.sayEnded(ended);
  }

  /// Who waits for a while is not kept longer, nor sent away sooner.
  private void waitsInTime(String jump) throws IOException, InterruptedException {
    var staff = stage.staff();
    var run = staff.start(OWNER, StartRequest.of(Stage.STEADY, "y")).id();
    stage.say("start", run, "-");
    long begun = System.nanoTime();
    var jumping = Thread.ofPlatform().start(() -> jumpQuietly(jump));
    staff.await(OWNER, run, Run::ended, Duration.ofSeconds(1));
    stage.say("waited", run, System.nanoTime() - begun);
    jumping.join();
    stage.sayEnded(staff.stop(OWNER, run, "enough"));
  }

  private void jumpQuietly(String jump) {
    try {
      jump(jump);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void jump(String jump) throws IOException {
    var before = Instant.now();
    var next = clock.resolveSibling("next");
    Files.writeString(next, jump + "\n");
    Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE);
    // It is looked at once a second.
    while (Duration.between(before, Instant.now()).abs().toHours() < 1) {
      LockSupport.parkNanos(1_000_000);
    }
  }
}
