package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.Speakers;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
  /// @param leaving whether only the last of another has to go before it is
  /// @param bytes how long the message is
  record Seat(Session session, boolean free, boolean leaving, long bytes) {
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
            .session(id, caller.ownerOfSessions())
            .orElseThrow(() -> Sessions.notFound(id));
    requireOwn(caller, session);
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
    return Optional.of(new Seat(session, !session.busy(), isLeaving(change, session), bytes));
  }

  /// Whoever may see a conversation of somebody else cannot speak in it.
  static void requireOwn(Caller caller, Session session) {
    if (!session.caller().equals(caller.holder())) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "Session '%s' belongs to another caller, who alone can speak in it."
              .formatted(session.id()));
    }
  }

  void take(Change change, Seat seat, RunId run) {
    var session = seat.session();
    var now = change.now();
    // Who only waits for the last of another to go is in nobody's way.
    int most = seat.leaving() ? Math.max(1, limits.waiting()) : limits.waiting();
    change
        .records()
        .save(
            seat.free()
                ? session.beginTurn(run, seat.bytes(), now)
                : session.waitTurn(run, seat.bytes(), most, now));
  }

  private void requireRoom(Session session, long bytes) {
    if (session.past().turns() >= limits.messages()) {
      throw LimitHit.of(
              Limit.SESSION_MESSAGES,
              LimitHit.Whose.session(session.id()),
              limits.messages(),
              LimitHit.Frees.never())
          .refusal(
              "Session '%s' has %d messages, and no more are allowed; create another."
                  .formatted(session.id(), session.past().turns()));
    }
    requireBytes(limits, session, bytes);
  }

  static void requireBytes(SessionLimits limits, Session session, long bytes) {
    if (session.past().bytes() + bytes > limits.bytes()) {
      throw LimitHit.of(
              Limit.SESSION_BYTES,
              LimitHit.Whose.session(session.id()),
              limits.bytes(),
              LimitHit.Frees.never())
          .refusal(
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
    var spent = spent(change, session);
    var left = rest(session, spent);
    budget.usedUpBy(spent.usage()).ifPresent(limit -> refuse(session, limit));
    if (left.maxSeconds() != null && left.maxSeconds() == 0) {
      refuse(session, "max_seconds %d".formatted(budget.maxSeconds()));
    }
    return left;
  }

  private static Budget rest(Session session, Session.Spent spent) {
    return session
        .terms()
        .budget()
        .after(spent.usage(), session.past().millis() / 1000, spent.runs());
  }

  /// What the turns that are over have used, and the one that is at work.
  private static Session.Spent spent(Change change, Session session) {
    var past = session.past();
    var now = Optional.ofNullable(session.turn()).flatMap(change.records()::account);
    var usage = now.map(it -> past.usage().plus(it.spent())).orElse(past.usage());
    long runs =
        past.runs() == null
            ? change.records().spentIn(session.id()).runs()
            : past.runs() + now.map(Account::runs).orElse(0L);
    return new Session.Spent(usage, runs);
  }

  /// What is used below a turn that is over, or that has no account which it would be on, is used
  /// in its conversation all the same.
  static void charge(Change change, Run run, Usage used) {
    if (used.isNone()) {
      return;
    }
    for (var link : run.commission().lineage().above()) {
      change
          .records()
          .recorded(link.run())
          .filter(it -> Change.isOver(it) || !it.hasAccount())
          .map(it -> it.commission().terms().session())
          .flatMap(change.records()::session)
          .ifPresent(it -> change.records().save(it.charged(used)));
    }
  }

  private static void refuse(Session session, String limit) {
    throw LimitHit.ofBudget(LimitHit.Whose.session(session.id()), limit, LimitHit.Frees.never())
        .refusal(
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
    if (!found.get().terms().budget().isUnlimited()) {
      change.stopBelow(run); // What goes on beside the next turn would spend what that has left.
    }
    var before = change.records().session(found.get().id()).orElseThrow();
    var session = before.endTurn(run.id(), spoken(change, run), change.now());
    if (run.id().equals(before.turn())) {
      session = whoSpokeLast(session, run);
      session = Left.behind(change, session, run);
      session = session.closed() ? session : next(change, session, run);
      if (session.terms().once() && !session.busy()) {
        session = session.close(change.now());
      }
    }
    change.records().save(session);
    if (session.closed()) {
      SessionEnds.stopLeft(change, session);
    }
  }

  private static Session whoSpokeLast(Session session, Run run) {
    return run.facts().containsKey(Speakers.SPEAKER)
        ? session.handedTo(Speakers.last(run), Speakers.former(run))
        : session;
  }

  private static Session next(Change change, Session session, Run before) {
    var waiting = session;
    while (!waiting.queue().isEmpty()) {
      var first = change.records().run(waiting.queue().getFirst());
      if (first.isPresent() && first.get().state() instanceof State.Ready) {
        narrow(change, waiting, first.get());
        waiting = waiting.nextTurn(change.now());
        change.record(first.get(), begin(change, waiting, first.get(), before));
        return waiting;
      }
      waiting = waiting.withoutWaiting(waiting.queue().getFirst());
    }
    return waiting;
  }

  /// Whoever has the conversation by now answers, whoever had it when the message was sent.
  private static List<RunEvent> begin(Change change, Session session, Run run, Run before) {
    var events = new ArrayList<RunEvent>();
    var former = run.commission().agent().name();
    if (!former.equals(session.agent())) {
      var digest = Speakers.of(before).digests().getLast();
      events.add(new RunEvent.AgentSwitching(change.now(), former, session.agent(), digest));
    }
    events.addAll(run.queue(change.now()));
    return events;
  }

  /// Those before it may have used what was there when it was sent.
  private static void narrow(Change change, Session session, Run run) {
    if (!session.terms().budget().isUnlimited()) {
      var left = rest(session, spent(change, session));
      change
          .records()
          .account(run.id())
          .ifPresent(it -> change.records().save(it.with(it.budget().within(left))));
    }
  }

  private static Session.Spoken spoken(Change change, Run run) {
    var account = change.records().account(run.id());
    var usage = account.map(Account::spent).orElse(run.dossier().usage());
    return new Session.Spoken(
        usage, run.tenure().active().toMillis(), said(run), account.map(Account::runs).orElse(0L));
  }

  private static long said(Run run) {
    var payload = run.dossier().payload();
    long result = payload == null ? 0 : payload.bytes();
    return run.state() instanceof State.Completed(var _, var summary, var _)
        ? result + bytes(summary)
        : result;
  }

  static long bytes(@Nullable String text) {
    return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
  }
}
