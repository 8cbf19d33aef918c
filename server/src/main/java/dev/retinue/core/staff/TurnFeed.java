package dev.retinue.core.staff;

import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Written;
import dev.retinue.core.port.Conversation.Turn;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.RunStore.FeedPage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A conversation as it is led: what happened in one turn after the other, each from its beginning,
/// and then in those that are yet to come. Messages of others are heard as one's own are.
public final class TurnFeed {
  private static final int PAGE = 500;

  /// Among so many of the newest turns are those that nobody has heard yet. More can never be
  /// waiting, and those who come late look further back.
  private static final int NEWEST = 50;

  private static final int FURTHEST = 100_000;

  /// Takes what comes next.
  @FunctionalInterface
  public interface Sink {
    /// May take its time. Returns false to hear no more.
    boolean take(Heard heard);
  }

  /// What happened in one turn.
  ///
  /// @param turn with its run as it was when this turn was first looked at
  /// @param past whether its answer was there when somebody began to listen
  /// @param written what is written in it at this moment; null where something has happened
  public record Heard(Turn turn, boolean past, List<Recorded> events, @Nullable Written written) {}

  private final RunStore store;
  private final SpokenTurns turns;
  private final WritingReader writing;
  private final Deque<Run> ahead = new ArrayDeque<>();
  private final Set<RunId> known = new HashSet<>();
  private final Set<RunId> endedBefore = new HashSet<>();
  private boolean begun;
  private final int most;
  private @Nullable Turn current;
  private boolean past;
  private long sequence;
  private long count;

  private TurnFeed(RunStore store, WritingReader writing, String session, int most) {
    this.store = store;
    this.writing = writing;
    this.turns = new SpokenTurns(store, session, null);
    this.most = most;
  }

  /// Follows a conversation until it is closed.
  ///
  /// @param most how many of the turns that there are already are passed on
  static Follower follow(
      RunStore store,
      WritingReader writing,
      Function<Runnable, Bells.Listening> listen,
      String session,
      int most,
      Sink sink) {
    var feed = new TurnFeed(store, writing, session, Math.max(most, 1));
    return Follower.begin(
        listen,
        _ -> feed.read(),
        0,
        (events, _) -> sink.take(feed.heard(events, null)),
        _ -> feed.look(sink));
  }

  private Heard heard(List<Recorded> events, @Nullable Written written) {
    return new Heard(Objects.requireNonNull(current), past, events, written);
  }

  private boolean look(Sink sink) {
    var turn = current;
    return turn == null
        || writing.look(turn.run().id(), sequence, written -> sink.take(heard(List.of(), written)));
  }

  /// The cursor only says whether there may be more: where this has come to it knows itself.
  private FeedPage read() {
    var turn = current;
    // Before the events: what was said last is read by then, too.
    boolean over = turn == null || isOver(turn.run().id());
    var events = turn == null ? List.<Recorded>of() : store.events(turn.run().id(), sequence, PAGE);
    if (!events.isEmpty()) {
      sequence = events.getLast().sequence();
      count += events.size();
    } else if (over && goOn()) {
      count++;
    }
    return new FeedPage(events, count);
  }

  private boolean isOver(RunId id) {
    return store.find(id).map(TurnFeed::isOver).orElse(true);
  }

  private static boolean isOver(Run run) {
    return run.ended() && !run.ending();
  }

  /// To the next turn, if there is one.
  private boolean goOn() {
    if (ahead.isEmpty()) {
      look();
    }
    var next = ahead.peekFirst();
    if (next == null) {
      return false;
    }
    current = turns.turn(next);
    ahead.removeFirst();
    sequence = 0;
    past = endedBefore.remove(next.id());
    return true;
  }

  private void look() {
    var found = new ArrayList<Run>();
    var runs = turns.runs().iterator();
    boolean reached = false;
    for (int looked = 0; runs.hasNext() && looksFurther(looked, reached); looked++) {
      var run = runs.next();
      if (known.contains(run.id())) {
        reached = true;
      } else {
        found.add(run);
      }
    }
    // Not before all are read: who fails on the way looks once more.
    found.forEach(run -> known.add(run.id()));
    var wanted = begun ? found : found.subList(0, Math.min(most, found.size()));
    if (!begun) {
      wanted.stream().filter(Run::ended).map(Run::id).forEach(endedBefore::add);
      begun = true;
    }
    wanted.forEach(ahead::addFirst);
  }

  /// @param reached whether one was seen that is known
  private boolean looksFurther(int looked, boolean reached) {
    return looked < (begun ? NEWEST : Math.max(most, NEWEST))
        || (begun && !reached && looked < FURTHEST);
  }
}
