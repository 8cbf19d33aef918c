package dev.retinue.watch;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/// How often something was how large, in buckets that are there from the beginning.
final class Histogram extends Family {
  private static final long MILLISECOND = 1_000_000;

  /// From a millisecond to five minutes: calls may wait for runs.
  static final List<Long> SECONDS =
      LongStream.of(
              1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000,
              300_000)
          .map(it -> it * MILLISECOND)
          .boxed()
          .toList();

  private static final int MOST_SERIES = 500;
  private static final int NANO_DIGITS = 9;

  private final long[] bounds;
  private final int digits;
  private final Map<List<String>, Series> series = new ConcurrentHashMap<>();

  private Histogram(List<Long> bounds, int digits, String name, String help, String... labels) {
    super(name, help, labels);
    this.bounds = bounds.stream().mapToLong(it -> it).toArray();
    this.digits = digits;
    if (labels.length == 0) {
      series.put(List.of(), new Series());
    }
  }

  /// Of times, which are given in nanoseconds and told in seconds.
  static Histogram ofSeconds(String name, String help, String... labels) {
    return ofSeconds(SECONDS, name, help, labels);
  }

  static Histogram ofSeconds(List<Long> bounds, String name, String help, String... labels) {
    return new Histogram(bounds, NANO_DIGITS, name, help, labels);
  }

  /// Of things that are counted.
  static Histogram ofNumbers(List<Long> bounds, String name, String help) {
    return new Histogram(bounds, 0, name, help);
  }

  @Override
  Type type() {
    return Type.HISTOGRAM;
  }

  void observe(long value, String... labels) {
    of(labels).observe(value);
  }

  Series of(String... labels) {
    var key = List.of(labels);
    var known = series.get(key);
    if (known != null) {
      return known;
    }
    var bounded = series.size() < MOST_SERIES ? key : key.stream().map(_ -> Counter.OTHER).toList();
    return series.computeIfAbsent(bounded, _ -> new Series());
  }

  /// The numbers with the same labels.
  final class Series {
    private final LongAdder[] counts = new LongAdder[bounds.length + 1];
    private final LongAdder sum = new LongAdder();

    private Series() {
      for (int i = 0; i < counts.length; i++) {
        counts[i] = new LongAdder();
      }
    }

    void observe(long value) {
      int bucket = 0;
      while (bucket < bounds.length && value > bounds[bucket]) {
        bucket++;
      }
      counts[bucket].increment();
      sum.add(value);
    }

    private void write(Exposition out, List<String> values) {
      long count = 0;
      for (int i = 0; i < counts.length; i++) {
        count += counts[i].sum();
        out.bucket(name(), labels(), values, i < bounds.length ? text(bounds[i]) : "+Inf", count);
      }
      out.line(name() + "_sum", labels(), values, sum.sum() / Math.pow(10, digits));
      out.line(name() + "_count", labels(), values, (double) count);
    }
  }

  private String text(long bound) {
    return BigDecimal.valueOf(bound, digits).stripTrailingZeros().toPlainString();
  }

  @Override
  void write(Exposition out) {
    series.entrySet().stream()
        .sorted((a, b) -> a.getKey().toString().compareTo(b.getKey().toString()))
        .forEach(it -> it.getValue().write(out, it.getKey()));
  }
}
