package dev.retinue.config;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/// How a daemon is watched from outside.
///
/// @param log how it writes its log
public record Watching(Traces traces, LogFormat log) {
  public static final Watching USUAL = new Watching(Traces.NONE, LogFormat.TEXT);

  /// How a line of the log is written.
  public enum LogFormat {
    TEXT,
    JSON
  }

  /// Where spans are sent.
  ///
  /// @param endpoint takes OTLP over HTTP; null for what the variables of OpenTelemetry say
  /// @param headersVariable the variable with the headers that let us in there
  /// @param sample which part of the traces that begin here is kept; null for what those variables
  ///   say
  /// @param service what the sender calls itself; null for what those variables say
  public record Traces(
      @Nullable URI endpoint,
      String headersVariable,
      @Nullable Double sample,
      @Nullable String service) {
    /// The variable that everybody reads.
    public static final String USUAL_HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

    public static final Traces NONE = new Traces(null, USUAL_HEADERS, null, null);
  }
}
