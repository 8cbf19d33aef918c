package dev.retinue.toolset.journal;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What is to be done, each thing only so often. Of many marks in between one is kept, and none is
/// lost: what was marked last is done after that.
final class Pace<K> {
  private final long between;
  // By what is to be done: from when on. By what was done: until when it rests.
  private final Map<K, Long> due = new LinkedHashMap<>();
  private final Map<K, Long> resting = new HashMap<>();

  /// @param between how long each thing rests before it is done once more
  Pace(Duration between) {
    this.between = between.toNanos();
  }

  /// To be done when it has rested.
  void mark(K key, long now) {
    due.putIfAbsent(key, Math.max(now, resting.getOrDefault(key, now)));
  }

  /// To be done at once.
  void markNow(K key, long now) {
    due.merge(key, now, Math::min);
  }

  /// What can be done now, and what was marked first of it; it counts as done.
  Optional<K> next(long now) {
    resting.values().removeIf(until -> until - now <= 0);
    var first =
        due.entrySet().stream()
            .filter(it -> it.getValue() - now <= 0)
            .map(Map.Entry::getKey)
            .findFirst();
    first.ifPresent(
        key -> {
          due.remove(key);
          resting.put(key, now + between);
        });
    return first;
  }

  /// Lets it rest for longer, because it takes so much time.
  void rest(K key, long until) {
    resting.merge(key, until, Math::max);
    due.computeIfPresent(key, (_, from) -> Math.max(from, until));
  }

  /// How long until something can be done; for ever if there is nothing.
  long untilNext(long now) {
    return due.values().stream()
        .mapToLong(from -> Math.max(0, from - now))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  int size() {
    return due.size();
  }
}
