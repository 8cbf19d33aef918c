package dev.retinue.crash;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.State;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.StartRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A caller who asks for anything by chance, and says what was answered.
final class Crowd implements Runnable {
  private static final Caller OWNER = Caller.owner();
  private static final int REMEMBERED = 20;
  private static final int KEYS = 400;

  private final Stage stage;
  private final Staff staff;
  private final Random random;
  private final List<RunId> recent = new ArrayList<>();

  Crowd(Stage stage, long seed) {
    this.stage = stage;
    this.staff = stage.staff();
    this.random = new Random(seed);
  }

  @Override
  public void run() {
    try {
      while (true) {
        act();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void act() throws InterruptedException {
    try {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> start();
        case 3 -> stage.sayEnded(staff.stop(OWNER, anyRecent(), "enough"));
        case 4 -> complete();
        case 5 -> append();
        case 6, 7 -> answer();
        case 8 -> raise();
        default ->
            stage.sayEnded(
                staff.await(OWNER, anyRecent(), Run::ended, Duration.ofMillis(random.nextInt(30))));
      }
    } catch (RetinueException e) {
      heed(e);
    }
  }

  /// To be refused is part of life, but not for these reasons.
  private void heed(RetinueException e) {
    switch (e.code()) {
      case CONFLICT, LIMIT_EXCEEDED -> {}
      case SERVICE_UNAVAILABLE -> stage.say("refused", e.getMessage());
      case INVALID_INPUT, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, INTERNAL_ERROR ->
          stage.say("unexpected", e.code(), e.getMessage());
    }
  }

  private RunId anyRecent() {
    if (recent.isEmpty()) {
      throw new RetinueException(ErrorCode.CONFLICT, "There is none yet.");
    }
    return recent.get(random.nextInt(recent.size()));
  }

  private void start() {
    var request =
        StartRequest.of(
            random.nextBoolean() ? Stage.STEADY : Stage.FRAIL, "work " + random.nextInt());
    String key = "-";
    switch (random.nextInt(4)) {
      case 0 -> {
        key = "key-" + random.nextInt(KEYS);
        request = request.once(new StartKey(OWNER.id(), "crash", key, "same"));
      }
      case 1 -> request = request.under(terms());
      default -> {}
    }
    var run = staff.start(OWNER, request);
    stage.say("start", run.id(), key);
    recent.add(run.id());
    if (recent.size() > REMEMBERED) {
      recent.removeFirst();
    }
  }

  private Terms terms() {
    var budget =
        switch (random.nextInt(3)) {
          case 0 -> new Budget(null, 3_000L, null, null, 2L);
          case 1 -> new Budget(Money.usd("5"), null, 4L, 1L, null);
          default -> new Budget(null, 1_000L, null, null, null);
        };
    return new Terms(budget, random.nextBoolean(), null, null);
  }

  private void complete() {
    var id = anyRecent();
    var piece = Piece.random(random);
    var run = staff.complete(OWNER, id, piece.token(), piece.bytes());
    if (run.state() instanceof State.Completed(var _, var summary, var _)
        && summary.equals(piece.token())) {
      stage.say("delivered", id, piece.token());
    }
    var late = run.dossier().late();
    if (late != null && late.summary().equals(piece.token())) {
      stage.say("late", id, piece.token());
    }
    stage.sayEnded(run);
  }

  private void append() {
    var id = anyRecent();
    var piece = Piece.random(random);
    staff.appendPayload(OWNER, id, piece.bytes());
    stage.say("delivered", id, piece.token());
  }

  private void answer() {
    var question = stage.question();
    if (question == null) {
      return;
    }
    try {
      staff.answer(OWNER, question.run(), question.need(), "yes");
      stage.say("answered", question.run(), question.need());
    } catch (RetinueException e) {
      // It may not have asked yet.
      if (!staff.require(OWNER, question.run()).ended()) {
        stage.ask(question.run(), question.need());
      }
      throw e;
    }
  }

  private void raise() {
    var id = stage.poor();
    if (id == null) {
      return;
    }
    var run = staff.require(OWNER, id);
    if (run.needs().stream().anyMatch(need -> need.kind() == Need.Kind.BUDGET)) {
      staff.raise(OWNER, id, Budget.UNLIMITED);
      stage.say("raised", id);
    } else {
      stage.offerMoney(run);
    }
  }
}
