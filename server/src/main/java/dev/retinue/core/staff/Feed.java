package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.Written;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.RunStore.FeedPage;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What has happened, read from a cursor onwards. History and live are the same: whoever follows
/// gets every event once, in order, and a slow reader slows only itself.
public final class Feed {
  private static final int PAGE = 500;

  private final Staff staff;
  private final RunStore store;
  private final Bells bells;
  private final Bells farewells;

  /// @param farewells rung for runs that were removed
  Feed(Staff staff, RunStore store, Bells bells, Bells farewells) {
    this.farewells = farewells;
    this.staff = staff;
    this.store = store;
    this.bells = bells;
  }

  /// Takes what comes next.
  @FunctionalInterface
  public interface Sink {
    /// May take its time. Returns false to hear no more.
    ///
    /// @param cursor where to go on after these
    boolean take(List<Recorded> events, long cursor);
  }

  public List<Recorded> read(Caller caller, RunId run, long after, int most) {
    staff.require(caller, run);
    return store.events(run, after, most);
  }

  public FeedPage readAll(Caller caller, long after, int most) {
    return seenBy(caller, store.feed(Math.max(0, after), scopeOf(caller), most));
  }

  /// Follows one run, from this sequence number on, until it is closed.
  public Follower follow(Caller caller, RunId run, long after, Sink sink) {
    staff.require(caller, run);
    return Follower.begin(
        wake -> bells.listen(run, wake), cursor -> page(run, cursor), after, sink);
  }

  /// The same, and what the agent writes before it says it: each piece once, as far as it is
  /// written by this process, and never after the event that takes its place.
  ///
  /// @param writing takes the pieces; may take its time, and returns false to hear no more
  public Follower follow(
      Caller caller, RunId run, long after, Sink sink, Predicate<Written> writing) {
    staff.require(caller, run);
    var reader = new WritingReader(staff.crew());
    return Follower.begin(
        wake -> both(bells.listen(run, wake), staff.crew().readers().listen(run, wake)),
        cursor -> page(run, cursor),
        after,
        sink,
        cursor -> reader.look(run, cursor, writing));
  }

  /// What the agent of this run, which its caller has found, has written so far and not said yet.
  public Optional<Written> written(Run run) {
    return Optional.ofNullable(staff.crew().written(run.id(), null));
  }

  private FeedPage page(RunId run, long cursor) {
    var events = store.events(run, cursor, PAGE);
    return new FeedPage(events, events.isEmpty() ? cursor : events.getLast().sequence());
  }

  private static Bells.Listening both(Bells.Listening one, Bells.Listening other) {
    return () -> {
      one.close();
      other.close();
    };
  }

  /// Follows a conversation, turn after turn and as it is written, until it is closed.
  ///
  /// @param most how many of the turns that there are already are passed on, too
  public Follower followSession(Caller caller, String session, int most, TurnFeed.Sink sink) {
    staff.audit().read(caller, staff.sessions().require(caller, session));
    return TurnFeed.follow(
        store,
        new WritingReader(staff.crew()),
        wake ->
            both(
                bells.listenToSession(session, wake),
                staff.crew().readers().listenToSession(session, wake)),
        session,
        most,
        sink);
  }

  /// Tells how a conversation stands, now and whenever it was closed, named, or given to somebody
  /// else: one after the other, on a thread of its own.
  public Follower watchSession(Caller caller, String session, Consumer<Session> sink) {
    staff.sessions().require(caller, session);
    return Follower.begin(
        wake -> bells.listenToStanding(session, wake),
        cursor -> {
          store.session(session).ifPresent(sink);
          return new FeedPage(List.of(), cursor);
        },
        0,
        (_, _) -> true);
  }

  /// Does this when a run is removed, on a thread of its own: of such a run nothing more is heard,
  /// not even its end.
  public Bells.Listening onRemoval(RunId run, Runnable action) {
    return farewells.listen(run, () -> Thread.ofVirtual().name("farewell").start(action));
  }

  /// The same for whichever run is removed, with what it was.
  public Bells.Listening onAnyRemoval(Consumer<Run> action) {
    return staff
        .removals()
        .listen(run -> Thread.ofVirtual().name("farewell").start(() -> action.accept(run)));
  }

  /// Where whoever wants to hear only what is yet to come begins.
  public long end() {
    return store.lastPosition();
  }

  /// Follows everything that this caller may see, from this position on, until it is closed.
  public Follower followAll(Caller caller, long after, Sink sink) {
    var scope = scopeOf(caller);
    return Follower.begin(
        bells::listenToAll,
        cursor -> seenBy(caller, store.feed(cursor, scope, PAGE)),
        Math.max(0, after),
        sink);
  }

  /// A run sees itself and what is below it, and not what else its caller does.
  private FeedPage seenBy(Caller caller, FeedPage page) {
    if (caller.run() == null) {
      return page;
    }
    var runs = page.events().stream().map(Recorded::run).collect(Collectors.toSet());
    var visible = staff.visible(caller, runs).keySet();
    return new FeedPage(
        page.events().stream().filter(event -> visible.contains(event.run())).toList(),
        page.position());
  }

  private static @Nullable String scopeOf(Caller caller) {
    return caller.seesAll() ? null : caller.id();
  }
}
