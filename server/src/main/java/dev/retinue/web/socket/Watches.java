package dev.retinue.web.socket;

import dev.retinue.core.Caller;
import dev.retinue.core.Recorded;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Feed;
import dev.retinue.core.staff.Follower;
import dev.retinue.web.api.BoardViews;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/// The runs that one client watches closely: all that happens in them, and what they write
/// meanwhile.
final class Watches implements AutoCloseable {
  /// A window shows one; who asks for more is given those that it asked for last.
  private static final int MOST = 8;

  private final Feed feed;
  private final Caller caller;
  private final Predicate<ObjectNode> out;
  private final Map<RunId, Follower> followers = new LinkedHashMap<>();
  private boolean closed;

  Watches(Feed feed, Caller caller, Predicate<ObjectNode> out) {
    this.feed = feed;
    this.caller = caller;
    this.out = out;
  }

  /// Watches a run from this event on, in place of any such watch before.
  synchronized Optional<ObjectNode> begin(RunId run, long after) {
    end(run);
    if (closed) {
      return Optional.empty();
    }
    try {
      followers.put(
          run,
          feed.follow(
              caller,
              run,
              Math.max(0, after),
              (events, _) -> out.test(told(run, events)),
              written -> out.test(BoardViews.draft(run, written))));
    } catch (RetinueException e) {
      return Optional.of(
          ClientSocket.message("gone").put("run", run.text()).put("content", e.toldTo(caller)));
    }
    if (followers.size() > MOST) {
      end(followers.keySet().iterator().next());
    }
    return Optional.empty();
  }

  private static ObjectNode told(RunId run, List<Recorded> events) {
    var message = ClientSocket.message("run").put("run", run.text());
    var all = message.putArray("events");
    events.forEach(recorded -> all.add(BoardViews.whole(recorded)));
    return message;
  }

  synchronized Optional<ObjectNode> end(RunId run) {
    var follower = followers.remove(run);
    if (follower != null) {
      follower.close();
    }
    return Optional.empty();
  }

  @Override
  public synchronized void close() {
    closed = true;
    followers.values().forEach(Follower::close);
    followers.clear();
  }
}
