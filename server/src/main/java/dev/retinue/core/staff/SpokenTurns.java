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
    return () -> {
      var runs = runs();
      return new Iterator<Turn>() {
        @Override
        public boolean hasNext() {
          return runs.hasNext();
        }

        @Override
        public Turn next() {
          return turn(runs.next());
        }
      };
    };
  }

  /// The same without what was asked.
  Iterator<Run> runs() {
    return new Backwards();
  }

  /// With what was asked, without what Retinue put before it.
  Turn turn(Run run) {
    int preface = run.commission().terms().arrangement().preface();
    var text = store.prompt(run.id()).orElse("");
    return new Turn(run, text.substring(Math.min(preface, text.length())));
  }

  @Override
  public List<Recorded> events(RunId turn, long after, int most) {
    return store.events(turn, after, most);
  }

  /// One look at the store for every page of them.
  private final class Backwards implements Iterator<Run> {
    private final Deque<Run> page = new ArrayDeque<>();
    private @Nullable String current = session;
    private @Nullable Long cursor;
    // The run where those begin that are wanted, and whether that is one of them.
    private @Nullable RunId border = before;
    private boolean inclusive;
    // Where that run is gone, those are wanted that were there when the fork was made.
    private @Nullable Instant notAfter;

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
      if (border != null) {
        boolean reached = run.id().equals(border);
        border = reached ? null : border;
        if (!reached || !inclusive) {
          return;
        }
      }
      boolean later = notAfter != null && run.commission().createdAt().isAfter(notAfter);
      if (!later && !(run.state() instanceof State.Ready)) {
        page.addLast(run);
      }
    }

    private void goToOrigin(String from) {
      var forked = store.session(from);
      var fork = forked.map(it -> it.past().fork()).filter(it -> it.last() != null);
      current = fork.map(Session.Fork::session).orElse(null);
      border = fork.map(Session.Fork::last).filter(it -> store.find(it).isPresent()).orElse(null);
      notAfter = border == null ? forked.map(it -> it.times().createdAt()).orElse(null) : null;
      inclusive = true;
    }
  }
}
