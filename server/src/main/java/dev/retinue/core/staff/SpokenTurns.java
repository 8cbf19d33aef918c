package dev.retinue.core.staff;

import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.State;
import dev.retinue.core.port.Conversation;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.RunStore.RunQuery;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The turns of a session from the newest to the oldest, and then those of the session that it
/// comes from. A message that still waits for its turn is none yet.
final class SpokenTurns implements Conversation {
  private static final int PAGE = 50;

  private final RunStore store;
  private final String session;
  private final @Nullable RunId before;

  /// @param before the run that they come before; null for all of them
  SpokenTurns(RunStore store, String session, @Nullable RunId before) {
    this.store = store;
    this.session = session;
    this.before = before;
  }

  static Conversation before(RunStore store, Run run) {
    var session = run.commission().terms().session();
    return session == null ? Conversation.NONE : new SpokenTurns(store, session, run.id());
  }

  @Override
  public Iterable<Turn> backwards() {
    return () -> turns(new Backwards());
  }

  @Override
  public Iterable<Turn> backwards(RunId from) {
    return () -> turns(runs(from));
  }

  private Iterator<Turn> turns(Iterator<Run> runs) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return runs.hasNext();
      }

      @Override
      public Turn next() {
        return turn(runs.next());
      }
    };
  }

  @Override
  public Iterable<Run> runs() {
    return Backwards::new;
  }

  /// The same from this turn on; nothing if it is none of them.
  Iterator<Run> runs(RunId from) {
    var runs = new Backwards();
    runs.goTo(from);
    return runs;
  }

  /// Without what Retinue put before it.
  @Override
  public Turn turn(Run run) {
    int preface = run.commission().terms().arrangement().preface();
    var text = store.prompt(run.id()).orElse("");
    return new Turn(run, text.substring(Math.min(preface, text.length())));
  }

  @Override
  public List<Recorded> events(RunId turn, long after, int most) {
    return store.events(turn, after, most);
  }

  /// One look at the store for every page of them, and of what comes after them none.
  private final class Backwards implements Iterator<Run> {
    private final Deque<Run> page = new ArrayDeque<>();
    private @Nullable String current = session;
    // They are before this place.
    private @Nullable Long cursor;
    // Where the last turn of a fork is gone, those are wanted that are not newer than it was.
    private @Nullable Instant notAfter;

    private Backwards() {
      if (before != null) {
        cursor = store.placeIn(session, before).orElse(null);
      }
    }

    @Override
    public boolean hasNext() {
      while (page.isEmpty() && current != null) {
        load(current);
      }
      return !page.isEmpty();
    }

    @Override
    public Run next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return page.removeFirst();
    }

    private void load(String from) {
      var found = store.list(new RunQuery(null, List.of(), null, from, cursor, PAGE));
      found.runs().forEach(this::take);
      cursor = found.next();
      if (cursor == null) {
        goToOrigin(from);
      }
    }

    private void take(Run run) {
      if (!(run.state() instanceof State.Ready) && !isTooLate(run)) {
        page.addLast(run);
      }
    }

    private boolean isTooLate(Run run) {
      return notAfter != null && run.commission().createdAt().isAfter(notAfter);
    }

    private void goToOrigin(String from) {
      var forked = store.session(from);
      var fork = forked.map(it -> it.past().fork()).filter(it -> it.last() != null);
      current = fork.map(Session.Fork::session).orElse(null);
      cursor = null;
      var last = fork.map(Session.Fork::last);
      if (last.isPresent()) {
        if (store.find(last.get()).isPresent()) {
          enter(last.get());
        } else {
          fork.map(Session.Fork::lastAt)
              .or(() -> forked.map(it -> it.times().createdAt()))
              .filter(it -> notAfter == null || it.isBefore(notAfter))
              .ifPresent(it -> notAfter = it);
        }
      }
    }

    /// On to this turn, in whichever conversation it is of those that this one comes from: nothing
    /// was said in those before it that is taken over.
    private void enter(RunId last) {
      while (current != null) {
        var place = store.placeIn(current, last);
        if (place.isPresent()) {
          cursor = place.get() + 1;
          return;
        }
        current =
            store
                .session(current)
                .map(it -> it.past().fork())
                .map(Session.Fork::session)
                .orElse(null);
      }
    }

    /// To a turn that is one of these; otherwise to the end of them.
    private void goTo(RunId wanted) {
      var run = store.find(wanted).filter(it -> !(it.state() instanceof State.Ready));
      while (current != null) {
        var place = run.isEmpty() ? Optional.<Long>empty() : store.placeIn(current, wanted);
        if (place.isPresent()) {
          boolean beyond = cursor != null && place.get() >= cursor;
          current = beyond || isTooLate(run.orElseThrow()) ? null : current;
          cursor = place.get() + 1;
          return;
        }
        goToOrigin(current);
      }
    }
  }
}
