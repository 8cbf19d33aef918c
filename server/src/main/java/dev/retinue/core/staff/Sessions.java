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
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Conversation;
import dev.retinue.core.port.RunStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Conversations: opened, found, led and closed here; a turn is a run that names its session.
public final class Sessions {
  private static final String CLOSED = "its session was closed";

  private final Staff staff;
  private final RunStore store;
  private final Surroundings surroundings;
  private final SessionLimits limits;
  private final AtHand atHand;

  Sessions(Staff staff, RunStore store, Surroundings surroundings, SessionLimits limits) {
    this.staff = staff;
    this.store = store;
    this.surroundings = surroundings;
    this.limits = limits;
    this.atHand = new AtHand(limits, surroundings.nanoTime());
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
    return open(caller, randomId(), opening);
  }

  private Session open(Caller caller, String id, Opening opening) {
    caller.require(Scope.RUN);
    requireName(opening.name());
    var folder = staff.placeOf(caller, opening.workingDirectory()).map(Path::toString).orElse(null);
    var member = staff.members().require(caller, opening.agent(), folder);
    staff.crew().requireModel(opening.model(), member);
    var terms =
        new Session.Terms(member.name(), folder, opening.budget(), opening.model(), opening.once());
    return create(caller, id, member.name(), opening.name(), terms, Session.Past.NOTHING);
  }

  /// The one with this id if there is one, else a new one that has it. Nobody but `ChosenIds` makes
  /// such ids, and so nobody can take another's.
  ///
  /// @param opening what a new one begins with
  public Session openAs(Caller caller, String id, Supplier<Opening> opening) {
    return store
        .session(id)
        .filter(it -> maySee(caller, it))
        .orElseGet(() -> open(caller, id, opening.get()));
  }

  private Session create(
      Caller caller,
      String id,
      String agent,
      @Nullable String name,
      Session.Terms terms,
      Session.Past past) {
    var now = surroundings.now();
    var session =
        new Session(
            id,
            caller.holder(),
            agent,
            name,
            new Session.Times(now, now, null),
            null,
            terms,
            past,
            List.of());
    atHand.take(session);
    return staff.change(
        change -> {
          // Two may open the one with this id at once.
          var earlier = change.records().session(id);
          if (earlier.isPresent()) {
            return earlier.get();
          }
          change.records().save(session);
          if (past.fork() != null) {
            change.records().noteOrigin(session.id(), past.fork().session());
          }
          return session;
        });
  }

  private String randomId() {
    var random = surroundings.random();
    return uuid(random.nextLong(), random.nextLong());
  }

  /// With the bits that make it a random UUID (version 4), as `UUID.randomUUID` sets them.
  static String uuid(long high, long low) {
    return new UUID(
            (high & 0xffffffffffff0fffL) | 0x4000L,
            (low & 0x3fffffffffffffffL) | 0x8000000000000000L)
        .toString();
  }

  private static void requireName(@Nullable String name) {
    if (name != null) {
      Texts.requireName("The name of the session", name);
    }
  }

  public Session require(Caller caller, String id) {
    return store.session(id).filter(it -> maySee(caller, it)).orElseThrow(() -> notFound(id));
  }

  public List<Session> list(Caller caller, boolean closedToo, int most) {
    return store.sessions(caller.holder(), closedToo, most);
  }

  /// What was said in it, the newest first.
  public Conversation conversation(Caller caller, String id) {
    return new SpokenTurns(store, require(caller, id).id(), null);
  }

  Optional<Duration> toolTime(Run run) {
    return Optional.ofNullable(run.commission().terms().session()).map(_ -> limits.toolTime());
  }

  /// A turn has begun, or is over: or a message was stopped that waited for its turn.
  void heed(Run run) {
    var id = run.commission().terms().session();
    if (id != null && !(run.state() instanceof State.Ready)) {
      boolean over = run.ended() && !run.ending();
      boolean busy = !over || store.session(id).map(Session::busy).orElse(false);
      atHand.note(id, run.commission().caller(), busy);
    }
  }

  /// Those that are at hand.
  public AtHand atHand() {
    return atHand;
  }

  /// Says something, and answers with the run that answers it: it is durable when this returns.
  public Run send(Caller caller, String id, Message message) {
    var session = require(caller, id);
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
    caller.require(Scope.RUN);
    Texts.requireWork(text);
    var session = require(caller, id);
    var speaking = session.turn() == null ? null : staff.require(caller, session.turn());
    if (speaking != null && !hears(speaking)) {
      return false;
    }
    return staff.change(
        change -> {
          var turn = own(change, caller, id).turn();
          if (turn == null) {
            throw new RetinueException(
                ErrorCode.CONFLICT,
                "Nobody speaks in session '%s' now; send the message instead.".formatted(id));
          }
          // One that has not begun, or has ended, hears nothing more: it is said after it.
          var run = change.require(turn);
          var events = run.steer(text, change.now());
          change.record(run, events);
          return !events.isEmpty();
        });
  }

  private boolean hears(Run run) {
    return staff
        .crew()
        .runtime(run.commission().agent().runtime())
        .map(AgentRuntime::hears)
        .orElse(false);
  }

  /// From the next message on another agent answers: one of the same file, or of its team.
  public Session transfer(Caller caller, String id, String target) {
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
    caller.require(Scope.RUN);
    requireName(name);
    var session = require(caller, id);
    var fork = Transfers.fork(this.conversation(caller, id), session, upTo);
    var forked = Session.Past.after(fork, session.past().former());
    var terms = session.terms().goingOn();
    return create(caller, randomId(), session.agent(), name, terms, forked);
  }

  /// Stops the run that answers now; what was said stays.
  ///
  /// @param all whether the messages that wait are stopped, too
  public List<Run> interrupt(Caller caller, String id, boolean all) {
    return interrupt(caller, id, null, all);
  }

  /// The same where only one message is meant: by the time that this is heard another may speak.
  ///
  /// @param only the run that answers it, or is going to; null for whoever speaks
  public List<Run> interrupt(Caller caller, String id, @Nullable RunId only, boolean all) {
    caller.require(Scope.RUN);
    return staff.change(
        change -> {
          var session = own(change, caller, id);
          var runs = new ArrayList<>(all ? session.queue() : List.<RunId>of());
          if (only == null && session.turn() != null) {
            runs.add(session.turn());
          } else if (only != null
              && !runs.contains(only)
              && (only.equals(session.turn()) || session.queue().contains(only))) {
            runs.add(only);
          }
          return stop(change, runs, "it was interrupted");
        });
  }

  /// Those that wait come first, or they would have their turn.
  private static List<Run> stop(Change change, List<RunId> runs, String why) {
    var stopped = new ArrayList<Run>();
    for (var one : runs) {
      change
          .records()
          .run(one)
          .filter(it -> !it.ended())
          .ifPresent(it -> stopped.add(change.record(it, it.stop(why, change.now()))));
    }
    return List.copyOf(stopped);
  }

  public Session rename(Caller caller, String id, String name) {
    caller.require(Scope.RUN);
    requireName(name);
    return change(caller, id, it -> it.named(name));
  }

  /// Closing again is harmless. What is at work for it is stopped, and all that was said stays.
  public Session close(Caller caller, String id) {
    caller.require(Scope.RUN);
    var closed =
        staff.change(
            change -> {
              var session = own(change, caller, id);
              change.records().save(session.close(change.now()));
              var runs = new ArrayList<>(session.queue());
              if (session.turn() != null) {
                runs.add(session.turn());
              }
              stop(change, runs, CLOSED);
              return own(change, caller, id);
            });
    atHand.putAway(id);
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
              .ifPresent(it -> change.records().save(it.close(change.now())));
          return null;
        });
  }

  private Session change(Caller caller, String id, UnaryOperator<Session> decide) {
    return staff.change(
        change -> {
          var session = decide.apply(own(change, caller, id));
          change.records().save(session);
          return session;
        });
  }

  private static Session own(Change change, Caller caller, String id) {
    return change
        .records()
        .session(id)
        .filter(it -> maySee(caller, it))
        .orElseThrow(() -> notFound(id));
  }

  static boolean maySee(Caller caller, Session session) {
    return (caller.scope() == Scope.ADMIN && caller.run() == null)
        || session.caller().equals(caller.holder());
  }

  static RetinueException notFound(String id) {
    return new RetinueException(
        ErrorCode.NOT_FOUND, "There is no session '%s'.".formatted(Excerpt.of(id)));
  }
}
