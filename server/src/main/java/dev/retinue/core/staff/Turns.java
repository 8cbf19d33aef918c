package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.Speakers;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who speaks when in a conversation, inside the transaction that records it. A turn is over when
/// nothing of it is at work any more; until then those that come later wait.
final class Turns {
  private final SessionLimits limits;

  Turns(SessionLimits limits) {
    this.limits = limits;
  }

  /// Where a message stands in its conversation.
  ///
  /// @param free whether it is answered at once
  /// @param bytes how long the message is
  record Seat(Session session, boolean free, long bytes) {
    /// Who answers from this message on, and who did before; nothing if it is the same.
    Optional<Session.Transfer> change() {
      return session.past().transfers().stream()
          .filter(it -> Objects.equals(it.after(), session.past().last()))
          .findFirst();
    }
  }

  /// Finds the place of a message, or refuses it; nothing for a start that is no message.
  Optional<Seat> find(Change change, Caller caller, StartRequest request) {
    var id = request.terms().session();
    if (id == null) {
      return Optional.empty();
    }
    var session =
        change
            .records()
            .session(id)
            .filter(it -> it.caller().equals(caller.holder()))
            .orElseThrow(() -> Sessions.notFound(id));
    long bytes = bytes(request.prompt());
    requireRoom(session, bytes);
    if (!session.agent().equals(request.agent())) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Session '%s' is answered by '%s' by now; send the message again."
              .formatted(id, session.agent()));
    }
    if (!request.manner().inLine() && !isLeaving(change, session)) {
      session.requireFree();
    }
    return Optional.of(new Seat(session, !session.busy(), bytes));
  }

  void take(Change change, Seat seat, RunId run) {
    var session = seat.session();
    var now = change.now();
    // Who only waits for the last of another to go is in nobody's way.
    int most = Math.max(1, limits.waiting());
    change
        .records()
        .save(
            seat.free()
                ? session.beginTurn(run, seat.bytes(), now)
                : session.waitTurn(run, seat.bytes(), most, now));
  }

  private void requireRoom(Session session, long bytes) {
    if (session.past().turns() >= limits.messages()) {
      throw new RetinueException(
          ErrorCode.LIMIT_EXCEEDED,
          "Session '%s' has %d messages, and no more are allowed; create another."
              .formatted(session.id(), session.past().turns()));
    }
    if (session.past().bytes() + bytes > limits.bytes()) {
      throw new RetinueException(
          ErrorCode.LIMIT_EXCEEDED,
          "Session '%s' would have more than %d bytes with this message; create another."
              .formatted(session.id(), limits.bytes()));
    }
  }

  /// Its answer is there, and only what is left of it has to go.
  private static boolean isLeaving(Change change, Session session) {
    var turn = session.turn();
    return session.queue().isEmpty()
        && turn != null
        && change.records().recorded(turn).map(Run::ended).orElse(true);
  }

  /// What is left of the budget of a conversation.
  static Budget left(Change change, Session session) {
    var budget = session.terms().budget();
    if (budget.isUnlimited()) {
      return budget;
    }
    var spent = change.records().spentIn(session.id());
    budget.usedUpBy(spent).ifPresent(limit -> refuse(session, limit));
    var seconds = budget.maxSeconds();
    if (seconds != null && session.past().seconds() >= seconds) {
      refuse(session, "max_seconds %d".formatted(seconds));
    }
    return budget.after(spent, session.past().seconds());
  }

  private static void refuse(Session session, String limit) {
    throw new RetinueException(
        ErrorCode.LIMIT_EXCEEDED,
        "The budget of session '%s' is used up (%s); create another with a larger one."
            .formatted(session.id(), limit));
  }

  /// Nothing of this run is at work any more: the next one speaks.
  static void over(Change change, Run run) {
    var id = run.commission().terms().session();
    var found = id == null ? Optional.<Session>empty() : change.records().session(id);
    if (found.isEmpty()) {
      return;
    }
    var before = found.get();
    var session = before.endTurn(run.id(), spoken(change, run), change.now());
    if (run.id().equals(before.turn())) {
      session = whoSpokeLast(session, run);
      session = session.terms().once() ? session.close(change.now()) : next(change, session);
    }
    change.records().save(session);
  }

  private static Session whoSpokeLast(Session session, Run run) {
    var speaker = run.facts().get(Speakers.SPEAKER);
    return speaker == null ? session : session.handedTo(speaker);
  }

  private static Session next(Change change, Session session) {
    var waiting = session;
    while (!waiting.queue().isEmpty()) {
      var first = change.records().run(waiting.queue().getFirst());
      if (first.isPresent() && first.get().state() instanceof State.Ready) {
        narrow(change, waiting, first.get());
        waiting = waiting.nextTurn(change.now());
        change.record(first.get(), first.get().queue(change.now()));
        return waiting;
      }
      waiting = waiting.withoutWaiting(waiting.queue().getFirst());
    }
    return waiting;
  }

  /// Those before it may have used what was there when it was sent.
  private static void narrow(Change change, Session session, Run run) {
    var budget = session.terms().budget();
    if (!budget.isUnlimited()) {
      var left = budget.after(change.records().spentIn(session.id()), session.past().seconds());
      change
          .records()
          .account(run.id())
          .ifPresent(it -> change.records().save(it.with(it.budget().within(left))));
    }
  }

  private static Session.Spoken spoken(Change change, Run run) {
    var usage =
        change.records().account(run.id()).map(Account::spent).orElse(run.dossier().usage());
    return new Session.Spoken(
        usage.isNone() ? Usage.NONE : usage, run.tenure().active().toSeconds(), said(run));
  }

  private static long said(Run run) {
    var payload = run.dossier().payload();
    long result = payload == null ? 0 : payload.bytes();
    return run.state() instanceof State.Completed(var _, var summary, var _)
        ? result + bytes(summary)
        : result;
  }

  private static long bytes(@Nullable String text) {
    return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
  }
}
