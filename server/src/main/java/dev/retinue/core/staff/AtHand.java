package dev.retinue.core.staff;

import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.Session;
import dev.retinue.core.SessionLimits;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The conversations that are at hand. All of each is in the store, so that one which is put away
/// is not lost: its next message brings it back. One in which somebody speaks is never put away.
public final class AtHand {
  private final SessionLimits limits;
  private final LongSupplier nanoTime;
  // In the order in which they were used, the one that nobody used for the longest time first.
  private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Integer> perCaller = new HashMap<>();
  private long putAway;

  AtHand(SessionLimits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
  }

  /// How many there are.
  ///
  /// @param busy in how many somebody speaks
  /// @param putAway how many were put away since the start
  public record Counts(int open, int busy, long putAway, SessionLimits limits) {}

  private static final class Entry {
    private final String caller;
    private long usedAt;
    private boolean busy;
    private int held;

    private Entry(String caller) {
      this.caller = caller;
    }

    private boolean mayGo() {
      return !busy && held == 0;
    }
  }

  /// It is used until this is closed.
  interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  /// Somebody is about to speak in it: it stays at hand until he does, or has been refused.
  synchronized Hold hold(Session session) {
    take(session);
    var entry = Objects.requireNonNull(entries.get(session.id()));
    entry.held++;
    return () -> release(entry);
  }

  private synchronized void release(Entry entry) {
    entry.held--;
  }

  /// Somebody uses it.
  synchronized void take(Session session) {
    putAwayIdle();
    var entry = entries.get(session.id());
    if (entry == null) {
      makeRoom(session.caller());
      entry = new Entry(session.caller());
      entries.put(session.id(), entry);
      perCaller.merge(entry.caller, 1, Integer::sum);
    }
    entry.usedAt = nanoTime.getAsLong();
  }

  /// Somebody speaks in it from now on, or nobody does.
  synchronized void note(String id, String caller, boolean busy) {
    var entry = entries.get(id);
    if (entry == null && busy) { // It was taken up again after a restart.
      entry = new Entry(caller);
      entries.put(id, entry);
      perCaller.merge(caller, 1, Integer::sum);
    }
    if (entry != null) {
      entry.busy = busy;
      entry.usedAt = nanoTime.getAsLong();
    }
  }

  synchronized void putAway(String id) {
    var entry = entries.remove(id);
    if (entry != null) {
      putAway++;
      perCaller.computeIfPresent(entry.caller, (_, many) -> many == 1 ? null : many - 1);
    }
  }

  /// How many are at hand now.
  public synchronized Counts counts() {
    putAwayIdle();
    int busy = (int) entries.values().stream().filter(it -> it.busy).count();
    return new Counts(entries.size(), busy, putAway, limits);
  }

  /// How many each caller has at hand.
  synchronized Map<String, Integer> perCaller() {
    return Map.copyOf(perCaller);
  }

  /// Whether it is at hand.
  public synchronized boolean has(String id) {
    putAwayIdle();
    return entries.containsKey(id);
  }

  private void putAwayIdle() {
    long now = nanoTime.getAsLong();
    while (true) {
      var idle = idle(null);
      if (idle == null || now - idle.getValue().usedAt < limits.idle().toNanos()) {
        return;
      }
      putAway(idle.getKey());
    }
  }

  private void makeRoom(String caller) {
    if (perCaller.getOrDefault(caller, 0) >= limits.openPerCaller()) {
      var frees = LimitHit.Frees.when("one of its sessions is answered or closed");
      var whose = LimitHit.Whose.caller(caller);
      free(caller, LimitHit.of(Limit.SESSIONS_OF_CALLER, whose, limits.openPerCaller(), frees));
    }
    if (entries.size() >= limits.open()) {
      var frees = LimitHit.Frees.when("a session is answered or closed");
      free(null, LimitHit.of(Limit.SESSIONS, LimitHit.Whose.HOUSE, limits.open(), frees));
    }
  }

  private void free(@Nullable String caller, LimitHit full) {
    var idle = idle(caller);
    if (idle == null) {
      throw full.refusal(
          "maximum sessions (%s) reached: somebody speaks in all %s sessions %sthat are open; wait until one is answered, or close one."
              .formatted(full.bound(), full.bound(), caller == null ? "" : "of yours "));
    }
    putAway(idle.getKey());
  }

  /// The one that nobody used for the longest time.
  private Map.@Nullable Entry<String, Entry> idle(@Nullable String caller) {
    for (var each : entries.entrySet()) {
      if (each.getValue().mayGo() && (caller == null || each.getValue().caller.equals(caller))) {
        return Map.entry(each.getKey(), each.getValue());
      }
    }
    return null;
  }
}
