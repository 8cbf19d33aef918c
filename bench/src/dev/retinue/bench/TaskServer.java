package dev.retinue.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// A server on standard streams that has programs do tasks.
interface TaskServer extends AutoCloseable {
  /// Its name in the report.
  String name();

  /// Starts it, with these in its environment.
  void start(Map<String, String> environment) throws IOException, InterruptedException;

  /// Begins so many tasks where that is a call of its own, and returns the calls that are answered
  /// when the tasks are done.
  List<String> begin(int tasks) throws IOException;

  /// Sends all of these calls, and returns when each has its answer.
  void await(List<String> calls) throws IOException;

  /// The memory of all its processes.
  double megabytes() throws IOException;

  /// What all its processes have had of the cores so far.
  double cpuSeconds();

  @Override
  void close();
}
