package dev.retinue.sdk;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// Entries of the log.
final class Notes {
  private Notes() {}

  static ExecutionLog.Entry entry(
      Household house,
      Instant begun,
      Duration took,
      int code,
      String input,
      String output,
      Map<String, Object> meta) {
    return new ExecutionLog.Entry(
        begun,
        house.spec().name(),
        house.spec().version(),
        code,
        took.toMillis(),
        house.lineage().depth(),
        house.lineage().chain(),
        input,
        output,
        house.lineage().sessionId(),
        meta);
  }
}
