package dev.retinue.core.staff;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Wakes those who read on, after something is durable. Whoever is woken gets no data and reads
/// from its own cursor, so a ring too many does no harm and several count as one.
public final class Bells {
  private final Map<RunId, Set<Listener>> ofRuns = new ConcurrentHashMap<>();
  private final Map<String, Set<Listener>> ofSessions = new ConcurrentHashMap<>();
  private final Map<String, Set<Listener>> ofStandings = new ConcurrentHashMap<>();
  private final Set<Listener> ofAll = ConcurrentHashMap.newKeySet();

  /// Listens until it is closed.
  public interface Listening extends AutoCloseable {
    @Override
    void close();
  }

  /// A holder of its own, so that the same action may listen twice.
  private static final class Listener {
    private final Predicate<Run> wished;
    private final Runnable wake;

    Listener(Predicate<Run> wished, Runnable wake) {
      this.wished = wished;
      this.wake = wake;
    }

    /// @param now how the run is; null if that is not known
    void hear(@Nullable Run now) {
      if (now == null || isWished(now)) {
        wake.run();
      }
    }

    /// What is wrong with the wish is for whoever has it, and not for the thread that rings.
    private boolean isWished(Run now) {
      try {
        return wished.test(now);
      } catch (RuntimeException e) {
        return true;
      }
    }
  }

  /// `wake` is called on the thread that changed something: it must be quick and must not fail.
  public Listening listen(RunId run, Runnable wake) {
    return listen(run, _ -> true, wake);
  }

  /// The same for one who is not to be woken by every change. `wished` is called on the same thread
  /// as `wake`, and looks at nothing but the run.
  Listening listen(RunId run, Predicate<Run> wished, Runnable wake) {
    return add(ofRuns, run, new Listener(wished, wake));
  }

  /// The same for all messages of a conversation.
  Listening listenToSession(String session, Runnable wake) {
    return add(ofSessions, session, new Listener(_ -> true, wake));
  }

  /// The same for what becomes of a conversation besides its messages: it is closed, named, or
  /// given to somebody else.
  Listening listenToStanding(String session, Runnable wake) {
    return add(ofStandings, session, new Listener(_ -> true, wake));
  }

  private static <K> Listening add(Map<K, Set<Listener>> map, K key, Listener listener) {
    map.compute(
        key,
        (_, listeners) -> {
          var all = listeners == null ? ConcurrentHashMap.<Listener>newKeySet() : listeners;
          all.add(listener);
          return all;
        });
    return () ->
        map.computeIfPresent(
            key,
            (_, listeners) -> {
              listeners.remove(listener);
              return listeners.isEmpty() ? null : listeners;
            });
  }

  public Listening listenToAll(Runnable wake) {
    var listener = new Listener(_ -> true, wake);
    ofAll.add(listener);
    return () -> ofAll.remove(listener);
  }

  /// Whether anybody listens to this run, or to its conversation.
  boolean isHeard(Run run) {
    var session = run.commission().terms().session();
    return ofRuns.containsKey(run.id()) || (session != null && ofSessions.containsKey(session));
  }

  /// Something has happened to this run, and it is so now.
  void ring(Run now) {
    ring(now.id(), now);
    ringSession(now);
  }

  /// Something has happened in the conversation of this run, if it belongs to one.
  void ringSession(Run run) {
    var session = run.commission().terms().session();
    var listeners = session == null ? null : ofSessions.get(session);
    if (listeners != null) {
      listeners.forEach(listener -> listener.hear(run));
    }
  }

  /// A conversation has changed, besides what is said in it.
  void ringStanding(String session) {
    var listeners = ofStandings.get(session);
    if (listeners != null) {
      listeners.forEach(listener -> listener.hear(null));
    }
  }

  /// Something has happened to this run.
  void ring(RunId run) {
    ring(run, null);
  }

  private void ring(RunId run, @Nullable Run now) {
    var listeners = ofRuns.get(run);
    if (listeners != null) {
      listeners.forEach(listener -> listener.hear(now));
    }
    ofAll.forEach(listener -> listener.hear(now));
  }
}
