package dev.retinue.core.trace;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Something that took its time, as a trace shows it.
///
/// @param above the span below which it stands; null for none
/// @param attributes texts, numbers and truths; never what anybody said
/// @param error why it went wrong, in a word or two; null if it did not
public record Span(
    TraceContext context,
    @Nullable String above,
    String name,
    Kind kind,
    Instant begun,
    Instant ended,
    Map<String, Object> attributes,
    @Nullable String error) {
  /// What role it has.
  public enum Kind {
    INTERNAL,
    /// Somebody asked for it.
    SERVER,
    /// It asks somebody else.
    CLIENT
  }
}
