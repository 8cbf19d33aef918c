package dev.retinue.watch.trace;

import java.net.URI;
import java.util.Map;

/// Where spans are sent, and how many of them.
///
/// @param endpoint takes OTLP over HTTP, with its path
/// @param headers let us in there, and are secret
/// @param sample which part of the traces that begin here is kept, from 0 to 1
/// @param service what the sender calls itself
public record TraceTarget(
    URI endpoint, Map<String, String> headers, double sample, String service) {
  public TraceTarget {
    headers = Map.copyOf(headers);
  }

  @Override
  public String toString() {
    return "traces to %s with %d headers".formatted(endpoint.getHost(), headers.size());
  }
}
