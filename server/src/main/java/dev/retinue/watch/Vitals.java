package dev.retinue.watch;

import java.util.List;
import java.util.Map;

/// How the house is, at a glance. Times and rates are those of the last minute or two; counts are
/// those since the start.
///
/// @param runs those that are not over, by their state
/// @param streams how many streams of events are open, those of MCP among them
/// @param sessions how many conversations are at hand
/// @param fronts clients on standard streams, by the version of Retinue that each was started with
public record Vitals(
    long uptimeSeconds,
    String version,
    double callsPerSecond,
    double eventsPerSecond,
    double p50Ms,
    double p99Ms,
    List<ToolVitals> calls,
    Map<String, Integer> runs,
    Slots slots,
    Queue queue,
    Store store,
    int streams,
    int sockets,
    int sessions,
    Map<String, Integer> fronts,
    Jvm jvm) {
  public record ToolVitals(String tool, long count, long errors, double p50Ms, double p99Ms) {}

  /// How many trees of runs are at work, and how many may be.
  public record Slots(int used, int of) {}

  public record Queue(int length, double oldestSeconds) {}

  public record Store(
      double commitP50Ms, double commitP99Ms, double commitsPerSecond, long bytes) {}

  /// How the JVM is.
  ///
  /// @param cpuLoad of this process, from 0 to 1; less than 0 where it is not known
  public record Jvm(long heapUsedBytes, long heapMaxBytes, int threads, double cpuLoad) {}
}
