package dev.retinue.process.sandbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// What was found out by trying. What is there stays; what is not may have been installed
/// meanwhile.
final class Probes {
  private static final Duration AGAIN = Duration.ofSeconds(30);

  private record Found(Tier tier, long at) {
    boolean counts() {
      return tier.there() || System.nanoTime() - at < AGAIN.toNanos();
    }
  }

  private final Map<Integer, Found> found = new HashMap<>();

  synchronized Tier of(int level, Supplier<Tier> probe) {
    var known = found.get(level);
    if (known == null || !known.counts()) {
      known = new Found(probe.get(), System.nanoTime());
      found.put(level, known);
    }
    return known.tier;
  }
}
