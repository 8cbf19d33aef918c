package dev.retinue.core.staff;

import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.Commission;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.StartKey;
import dev.retinue.core.State;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.Conversation;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.RunStore.SessionQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Conversations: opened, found, led and closed here; a turn is a run that names its session.
public final class Sessions {
  private static final int PAGE = 200;

  private final Staff staff;
  private final RunStore store;
  private final Surroundings surroundings;
  private final SessionLimits limits;
  private final AtHand atHand;
  private final Openings openings;
  private final Interjections interjections;

  Sessions(Staff staff, RunStore store, Surroundings surroundings, SessionLimits limits) {
    this.staff = staff;
    this.store = store;
    this.surroundings = surroundings;
    this.limits = limits;
    this.atHand = new AtHand(limits, surroundings.nanoTime());
    this.openings = new Openings(staff, store, surroundings, limits, atHand);
    this.interjections = new Interjections(staff, store, limits);
  }

  /// Refuses if this caller would have more open ones than are kept.
  void requireRoom(Change change, String caller, long more) {
    openings.requireRoom(change, caller, more);
  }

  /// What one begins with.
  ///
  /// @param agent who answers
  /// @param workingDirectory where all that is done in it is done; null for where the caller is
  /// @param budget what all of it together may use
  /// @param model another one than the agent's own
  /// @param once whether it is over with its first answer
  public record Opening(
      String agent,
      @Nullable String name,
      @Nullable String workingDirectory,
      Budget budget,
      @Nullable String model,
      boolean once) {
    public Opening(String agent, @Nullable String name) {
      this(agent, name, null, Budget.UNLIMITED, null, false);
    }
  }

  /// What somebody says in one.
  ///
  /// @param inLine whether it waits while another is answered; otherwise that is a conflict
  /// @param labels small facts of the surface that it came by
  /// @param key makes a retry the same message
  public record Message(
      String text, boolean inLine, Map<String, String> labels, @Nullable StartKey key) {
    public Message(String text) {
      this(text, false, Map.of(), null);
    }
  }

  public Session open(Caller caller, String agent, @Nullable String name) {
    return open(caller, new Opening(agent, name));
  }

  public Session open(Caller caller, Opening opening) {
    return open(caller, opening, null);
  }

  /// A new one, or the one that an earlier call with this key made.
  public Session open(Caller caller, Opening opening, @Nullable StartKey key) {
    return audit()
        .of(
            caller,
            Action.SESSION_OPEN,
            Subject.sessionWith(opening.agent()),
            () -> openings.open(caller, opening, key));
  }

  /// The one that goes by the name of which this id was made, else a new one. Nobody but
  /// `ChosenIds` makes such ids, and so nobody can take another's.
  ///
  /// @param opening what a new one begins with
  public Session openAs(Caller caller, String first, Supplier<Opening> opening) {
    return audit()
        .of(
            caller,
            Action.SESSION_OPEN,
            Subject.session(first),
            () -> openings.openAs(caller, first, opening));
  }

  public Session require(Caller caller, String id) {
    return store.session(id, caller.ownerOfSessions()).orElseThrow(() -> notFound(id));
  }

  /// A page of the caller's own, the one first that was used last.
  ///
  /// @param before the `next` of the page before
  public SessionList list(Caller caller, boolean closedToo, @Nullable String before, int most) {
    return list(caller.holder(), closedToo, before, most);
  }

  private SessionList list(
      @Nullable String holder, boolean closedToo, @Nullable String before, int most) {
    var place = before == null ? null : SessionList.place(before);
    return SessionList.of(store.sessions(new SessionQuery(holder, closedToo, place, most)));
  }

  /// A page of everybody's, for who sees them.
  ///
  /// @param words only those that have these in their title, agent or id
  public SessionList everybodys(
      Caller caller, boolean closedToo, @Nullable String before, int most, @Nullable String words) {
    caller.requireSight("The sessions of everybody are not yours");
    return words == null
        ? list((String) null, closedToo, before, most)
        : new SessionHunt(cursor -> list((String) null, closedToo, cursor, PAGE), words)
            .from(before, most);
  }

  /// The same, only with those that have these words in their title, agent or id.
  public SessionList search(
      Caller caller, boolean closedToo, @Nullable String before, int most, String words) {
    return new SessionHunt(cursor -> list(caller, closedToo, cursor, PAGE), words)
        .from(before, most);
  }

  public List<Session> list(Caller caller, boolean closedToo, int most) {
    return list(caller, closedToo, null, most).sessions();
  }

  /// What was said in it, the newest first.
  public Conversation conversation(Caller caller, String id) {
    var session = require(caller, id);
    staff.audit().read(caller, session);
    return new SpokenTurns(store, session.id(), null);
  }

  Optional<Duration> toolTime(Run run) {
    return Optional.ofNullable(run.commission().terms().session()).map(_ -> limits.toolTime());
  }

  /// A turn has begun, or is over: or a message was stopped that waited for its turn.
  void heed(Run run) {
    var id = run.commission().terms().session();
    if (id != null && !(run.state() instanceof State.Ready)) {
      boolean over = run.ended() && !run.ending();
      var now = over ? store.session(id) : Optional.<Session>empty();
      atHand.note(id, run.commission().caller(), !over || now.map(Session::busy).orElse(false));
      if (now.map(Session::closed).orElse(false)) {
        staff.bells().ringStanding(id);
      }
    }
  }

  /// Those that are at hand.
  public AtHand atHand() {
    return atHand;
  }

  /// Says something, and answers with the run that answers it: it is durable when this returns.
  public Run send(Caller caller, String id, Message message) {
    return audit()
        .of(
            caller,
            Action.SESSION_SEND,
            Subject.session(id),
            message.text(),
            () -> say(caller, id, message));
  }

  private Run say(Caller caller, String id, Message message) {
    caller.require(Scope.RUN); // First: to hold it puts others away.
    var session = require(caller, id);
    Turns.requireOwn(caller, session);
    try (var _ = atHand.hold(session)) {
      return staff.start(caller, request(session, message));
    }
  }

  private static StartRequest request(Session session, Message message) {
    var plain =
        new StartRequest.Manner(RunId.Prefix.AGENT, session.terms().model(), message.labels());
    var terms =
        new Commission.Terms(
            Budget.UNLIMITED, true, session.terms().workingDirectory(), session.id());
    return new StartRequest(
        session.agent(),
        message.text(),
        message.inLine() ? plain.waiting() : plain,
        terms,
        message.key());
  }

  /// Says something to the run that answers now, which hears it as soon as it can; false where
  /// whoever carries it out cannot hear: then nothing was said.
  public boolean steer(Caller caller, String id, String text) {
    return steer(caller, id, text, null).isPresent();
  }

  /// The same, and says which run hears it.
  ///
  /// @param asked makes a retry the same words; who sends them instead sends them with this key
  public Optional<RunId> steer(Caller caller, String id, String text, @Nullable StartKey asked) {
    return audit()
        .of(
            caller,
            Action.SESSION_STEER,
            Subject.session(id),
            text,
            () -> interjections.say(caller, id, text, asked));
  }

  /// From the next message on another agent answers: one of the same file, or of its team.
  public Session transfer(Caller caller, String id, String target) {
    return asked(caller, Action.SESSION_TRANSFER, id, () -> handOn(caller, id, target));
  }

  private Session handOn(Caller caller, String id, String target) {
    caller.require(Scope.RUN);
    var session = require(caller, id);
    var member = Transfers.require(staff.members(), caller, session, target);
    return change(caller, id, (it) -> it.transfer(member.name(), surroundings.now()));
  }

  /// To whom it can be given, by the names on the staff.
  public List<String> successors(Caller caller, String id) {
    return Transfers.names(staff.members(), caller, require(caller, id));
  }

  /// Lets somebody else answer from the first message on, whoever it is; later it is a transfer.
  public Session assign(Caller caller, String id, String agent) {
    return asked(caller, Action.SESSION_ASSIGN, id, () -> give(caller, id, agent));
  }

  private Session give(Caller caller, String id, String agent) {
    caller.require(Scope.RUN);
    var session = require(caller, id);
    var member = staff.members().require(caller, agent, session.terms().workingDirectory());
    if (member.name().equals(session.agent())) {
      return session;
    }
    if (session.past().last() != null || session.past().fork() != null) {
      return transfer(caller, id, member.name());
    }
    return change(caller, id, it -> it.begunBy(member.name()));
  }

  /// A new one that goes on with all that was said in this one so far, on a budget of its own, and
  /// without its name: one name is one session.
  ///
  /// @param upTo the last turn that is taken over; null for the newest that is over
  public Session fork(Caller caller, String id, @Nullable String name, @Nullable RunId upTo) {
    return fork(caller, id, name, upTo, null);
  }

  /// The same, or the fork that an earlier call with this key made.
  public Session fork(
      Caller caller,
      String id,
      @Nullable String name,
      @Nullable RunId upTo,
      @Nullable StartKey key) {
    return asked(
        caller,
        Action.SESSION_FORK,
        id,
        () -> {
          caller.require(Scope.RUN);
          return openings.fork(caller, require(caller, id), name, upTo, key);
        });
  }

  /// Stops the run that answers now; what was said stays.
  ///
  /// @param all whether the messages that wait are stopped, too, and what goes on in the background
  public List<Run> interrupt(Caller caller, String id, boolean all) {
    return interrupt(caller, id, null, all);
  }

  /// The same where only one message is meant: by the time that this is heard another may speak.
  ///
  /// @param only the run that answers it, or is going to; null for whoever speaks
  public List<Run> interrupt(Caller caller, String id, @Nullable RunId only, boolean all) {
    return asked(
        caller,
        Action.SESSION_INTERRUPT,
        id,
        () -> {
          caller.require(Scope.RUN);
          return staff.change(
              change -> SessionEnds.interrupt(change, own(change, caller, id), only, all));
        });
  }

  public Session rename(Caller caller, String id, String name) {
    return asked(
        caller,
        Action.SESSION_RENAME,
        id,
        () -> {
          caller.require(Scope.RUN);
          Openings.requireName(name);
          return change(caller, id, it -> it.named(name));
        });
  }

  /// Closing again is harmless. What is at work for it is stopped, and all that was said stays.
  public Session close(Caller caller, String id) {
    return asked(caller, Action.SESSION_CLOSE, id, () -> end(caller, id));
  }

  private Session end(Caller caller, String id) {
    caller.require(Scope.RUN);
    var closed =
        staff.change(
            change -> {
              SessionEnds.close(change, own(change, caller, id));
              return own(change, caller, id);
            });
    atHand.putAway(id);
    staff.bells().ringStanding(id);
    return closed;
  }

  /// Closes one that nobody used since then.
  void closeUnused(String id, Instant since) {
    staff.change(
        change -> {
          change
              .records()
              .session(id)
              .filter(it -> !it.busy() && it.times().usedAt().isBefore(since))
              .ifPresent(it -> SessionEnds.close(change, it));
          return null;
        });
    staff.bells().ringStanding(id);
  }

  private Audit audit() {
    return staff.audit();
  }

  private <T> T asked(Caller caller, Action action, String id, Supplier<T> work) {
    return audit().of(caller, action, Subject.session(id), work);
  }

  private Session change(Caller caller, String id, UnaryOperator<Session> decide) {
    var changed =
        staff.change(
            change -> {
              var session = decide.apply(own(change, caller, id));
              change.records().save(session);
              return session;
            });
    staff.bells().ringStanding(id);
    return changed;
  }

  static Session own(Change change, Caller caller, String id) {
    return change.records().session(id, caller.ownerOfSessions()).orElseThrow(() -> notFound(id));
  }

  static RetinueException notFound(String id) {
    return new RetinueException(
        ErrorCode.NOT_FOUND, "There is no session '%s'.".formatted(Excerpt.of(id)));
  }
}
