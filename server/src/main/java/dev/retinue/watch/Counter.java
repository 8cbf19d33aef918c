package dev.retinue.watch;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Numbers that only grow.
final class Counter extends Family {
  /// The values of labels are bounded where they come from; this is what holds if one is not.
  static final int MOST_SERIES = 2_000;

  static final String OTHER = "other";

  private final double unit;
  private final Map<List<String>, LongAdder> series = new ConcurrentHashMap<>();

  Counter(String name, String help, String... labels) {
    this(1, name, help, labels);
  }

  /// @param unit what one that is counted is worth
  Counter(double unit, String name, String help, String... labels) {
    super(name, help, labels);
    this.unit = unit;
    if (labels.length == 0) {
      series.put(List.of(), new LongAdder());
    }
  }

  @Override
  Type type() {
    return Type.COUNTER;
  }

  void add(long more, String... values) {
    of(values).add(more);
  }

  /// The number with these labels, to be counted on often.
  LongAdder of(String... values) {
    var key = List.of(values);
    var known = series.get(key);
    if (known != null) {
      return known;
    }
    if (series.size() >= MOST_SERIES) {
      var others = new String[values.length];
      Arrays.fill(others, OTHER);
      key = List.of(others);
    }
    return series.computeIfAbsent(key, _ -> new LongAdder());
  }

  /// All of them together.
  long sum() {
    return series.values().stream().mapToLong(LongAdder::sum).sum();
  }

  @Override
  void write(Exposition out) {
    series.entrySet().stream()
        .sorted((a, b) -> a.getKey().toString().compareTo(b.getKey().toString()))
        .forEach(it -> out.line(name(), labels(), it.getKey(), it.getValue().sum() * unit));
  }
}
