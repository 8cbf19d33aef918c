package dev.retinue.core.staff;

import dev.retinue.core.RunId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Wakes those who read on, after something is durable. A ring carries no data: whoever is woken
/// reads from its own cursor, so a ring too many does no harm and several count as one.
public final class Bells {
  private final Map<RunId, Set<Listener>> ofRuns = new ConcurrentHashMap<>();
  private final Set<Listener> ofAll = ConcurrentHashMap.newKeySet();

  /// Listens until it is closed.
  public interface Listening extends AutoCloseable {
    @Override
    void close();
  }

  /// A holder of its own, so that the same action may listen twice.
  private static final class Listener {
    private final Runnable wake;

    Listener(Runnable wake) {
      this.wake = wake;
    }
  }

  /// `wake` is called on the thread that changed something: it must be quick and must not fail.
  public Listening listen(RunId run, Runnable wake) {
    var listener = new Listener(wake);
    ofRuns.compute(
        run,
        (_, listeners) -> {
          var all = listeners == null ? ConcurrentHashMap.<Listener>newKeySet() : listeners;
          all.add(listener);
          return all;
        });
    return () ->
        ofRuns.computeIfPresent(
            run,
            (_, listeners) -> {
              listeners.remove(listener);
              return listeners.isEmpty() ? null : listeners;
            });
  }

  public Listening listenToAll(Runnable wake) {
    var listener = new Listener(wake);
    ofAll.add(listener);
    return () -> ofAll.remove(listener);
  }

  void ring(RunId run) {
    var listeners = ofRuns.get(run);
    if (listeners != null) {
      listeners.forEach(listener -> listener.wake.run());
    }
    ofAll.forEach(listener -> listener.wake.run());
  }
}
