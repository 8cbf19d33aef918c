package dev.retinue.bench;

import java.io.IOException;
import java.util.Map;

/// One of those that a benchmark compares: a program that is started anew for every sample, or a
/// server that is started once and measured in every round.
interface Competitor extends AutoCloseable {
  /// Its name in the report: no path, and nothing else that belongs to one machine.
  String name();

  /// Called once, before the first round. A server is started here.
  default void start() throws IOException, InterruptedException {}

  /// Called once in every round. Returns one number for every metric of the benchmark.
  Map<Metric, Double> measure() throws IOException, InterruptedException;

  /// Called once if `start` went well, after the last round or a failure. A server is stopped here.
  @Override
  default void close() {}
}
