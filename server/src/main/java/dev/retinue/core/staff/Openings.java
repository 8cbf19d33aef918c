package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.Speakers;
import dev.retinue.core.StartKey;
import dev.retinue.core.audit.Deed;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.staff.Sessions.Opening;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How conversations begin: new ones, those that callers name as they like, and forks.
final class Openings {
  /// To read a fork is to look into all that it comes from, one after the other.
  private static final int MOST_ORIGINS = Limit.FORKS.count();

  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

  private final Staff staff;
  private final RunStore store;
  private final Surroundings surroundings;
  private final SessionLimits limits;
  private final AtHand atHand;

  Openings(
      Staff staff, RunStore store, Surroundings surroundings, SessionLimits limits, AtHand atHand) {
    this.staff = staff;
    this.store = store;
    this.surroundings = surroundings;
    this.limits = limits;
    this.atHand = atHand;
  }

  /// A new one, or the one that an earlier call with the same key made.
  Session open(Caller caller, Opening opening, @Nullable StartKey asked) {
    caller.require(Scope.RUN);
    var key = asked == null ? null : asked.of(caller);
    var earlier = earlier(key);
    return earlier.isPresent()
        ? earlier.get()
        : keep(draft(caller, randomId(), opening), change -> again(change, key), key);
  }

  /// The one that goes by the name of which this id was made, else a new one. That has this id too,
  /// unless one with it was there before and is closed.
  Session openAs(Caller caller, String first, Supplier<Opening> opening) {
    // Who can open none reads what was said in the last.
    return store
        .goingBy(first)
        .filter(it -> !it.closed() || !caller.may(Scope.RUN))
        .orElseGet(() -> openNext(caller, first, opening));
  }

  private Session openNext(Caller caller, String first, Supplier<Opening> opening) {
    caller.require(Scope.RUN);
    var id = store.session(first).isPresent() ? randomId() : first;
    return keep(
        draft(caller, id, opening.get()),
        change -> {
          // Two may open the one with this name at once.
          var records = change.records();
          var current = records.goingBy(first).filter(it -> !it.closed());
          return current.or(() -> records.session(id));
        },
        change -> {
          // One that went by the name after the first may have outlived it.
          if (!id.equals(first) || change.records().goingBy(first).isPresent()) {
            change.records().noteSuccessor(first, id);
          }
        });
  }

  /// One that goes on with what another said.
  ///
  /// @param upTo the last turn that is taken over; null for the newest that is over
  Session fork(
      Caller caller,
      Session origin,
      @Nullable String name,
      @Nullable RunId upTo,
      @Nullable StartKey asked) {
    requireName(name);
    var key = asked == null ? null : asked.of(caller);
    var earlier = earlier(key);
    if (earlier.isPresent()) {
      return earlier.get();
    }
    var taken = Transfers.taken(store, origin, upTo);
    var last = taken.last();
    var fork =
        last == null
            ? new Session.Fork(origin.id(), null, 0, null)
            : new Session.Fork(
                origin.id(), last.id(), taken.turns(), last.commission().createdAt());
    // Where it goes back to an earlier turn it goes back to whoever answered that.
    var wanted = upTo == null ? null : last;
    var agent = wanted == null ? origin.agent() : Speakers.last(wanted);
    var former = wanted == null ? origin.past().former() : Speakers.former(wanted);
    var draft =
        draft(
            caller,
            randomId(),
            agent,
            name,
            origin.terms().goingOn(),
            Session.Past.after(fork, former));
    return keep(draft, change -> again(change, key), key);
  }

  private Session draft(Caller caller, String id, Opening opening) {
    requireName(opening.name());
    var folder = staff.placeOf(caller, opening.workingDirectory()).map(Path::toString).orElse(null);
    var member = staff.members().require(caller, opening.agent(), folder);
    staff.crew().requireModel(opening.model(), member);
    var terms =
        new Session.Terms(member.name(), folder, opening.budget(), opening.model(), opening.once());
    return draft(caller, id, member.name(), opening.name(), terms, Session.Past.NOTHING);
  }

  private Session draft(
      Caller caller,
      String id,
      String agent,
      @Nullable String name,
      Session.Terms terms,
      Session.Past past) {
    var now = surroundings.now();
    var times = new Session.Times(now, now, null);
    return new Session(id, caller.holder(), agent, name, times, null, terms, past, List.of());
  }

  /// Looks for one that is there already.
  private interface Look {
    Optional<Session> in(Change change);
  }

  /// What is kept together with a new one.
  private interface Note {
    void in(Change change);
  }

  private Session keep(Session draft, Look earlier, @Nullable StartKey key) {
    return keep(
        draft,
        earlier,
        change -> {
          if (key != null) {
            change.records().remember(key, draft.id(), change.now());
          }
        });
  }

  private Session keep(Session draft, Look earlier, Note note) {
    atHand.take(draft);
    var deed = Deed.underWay();
    boolean kept = false;
    try {
      var session =
          staff.change(
              change -> {
                var there = earlier.in(change);
                if (there.isPresent()) {
                  return there.get();
                }
                requireRoom(change, draft);
                change.records().save(draft);
                deed.madeSession(draft.id(), draft.agent());
                if (draft.past().fork() != null) {
                  change.records().noteOrigin(draft.id(), draft.past().fork().session());
                }
                note.in(change);
                return draft;
              });
      kept = session.id().equals(draft.id());
      return session;
    } finally {
      if (!kept) {
        atHand.putAway(draft.id());
      }
    }
  }

  /// Refuses if this caller would have more open ones than are kept.
  ///
  /// @param more how many are to be added
  void requireRoom(Change change, String caller, long more) {
    long open = change.records().openSessions(caller);
    if (open + more > limits.keptPerCaller()) {
      throw LimitHit.of(
              Limit.SESSIONS_KEPT,
              LimitHit.Whose.caller(caller),
              limits.keptPerCaller(),
              LimitHit.Frees.when("one of its sessions is closed"))
          .refusal(
              "You have %d open sessions, and no more than %d are allowed; close some with close_session."
                  .formatted(open, limits.keptPerCaller()));
    }
  }

  private void requireRoom(Change change, Session draft) {
    requireRoom(change, draft.caller(), 1);
    var fork = draft.past().fork();
    if (fork != null) {
      if (change.records().origins(fork.session()) + 1 > MOST_ORIGINS) {
        throw LimitHit.fixed(
                Limit.FORKS, LimitHit.Whose.session(fork.session()), LimitHit.Frees.never())
            .refusal(
                "Session '%s' is a fork of a fork, %d times over, and cannot be forked once more; fork one that it comes from."
                    .formatted(fork.session(), MOST_ORIGINS));
      }
    }
  }

  private Optional<Session> earlier(@Nullable StartKey key) {
    return key == null
        ? Optional.empty()
        : store
            .earlierSession(key)
            .map(it -> store.session(same(key, it)).orElseThrow(() -> gone(key, it)));
  }

  private static Optional<Session> again(Change change, @Nullable StartKey key) {
    return key == null
        ? Optional.empty()
        : change
            .records()
            .earlierSession(key)
            .map(it -> change.records().session(same(key, it)).orElseThrow(() -> gone(key, it)));
  }

  private static String same(StartKey key, StartKey.EarlierSession earlier) {
    key.requireSame(earlier.digest());
    return earlier.session();
  }

  private static RetinueException gone(StartKey key, StartKey.EarlierSession earlier) {
    return new RetinueException(
        ErrorCode.CONFLICT,
        "idempotency_key '%s' made session '%s', which is gone; choose another key."
            .formatted(Excerpt.of(key.key()), earlier.session()));
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

  /// Whether it is an id as they are made here: it is the name of a folder, too.
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  static void requireName(@Nullable String name) {
    if (name != null) {
      Texts.requireName("The name of the session", name);
    }
  }
}
