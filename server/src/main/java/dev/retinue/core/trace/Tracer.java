package dev.retinue.core.trace;

import dev.retinue.core.Run;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keeps spans, if anybody wants them. One that keeps none still hands on what it was given, so
/// that others can join what is before it and after it.
public interface Tracer extends AutoCloseable {
  /// Keeps nothing.
  Tracer OFF = new Tracer() {};

  /// Whether spans are kept.
  default boolean isOn() {
    return false;
  }

  /// The place of a span that begins below this one.
  ///
  /// @param above null for the beginning of a trace
  /// @return nothing where there is no trace
  default @Nullable TraceContext below(@Nullable TraceContext above) {
    return above;
  }

  /// Sends what waits, if that is quick.
  @Override
  default void close() {}

  /// Takes a span that has ended. It waits for nobody.
  default void keep(Span span) {}

  /// What a run keeps of its place, from its beginning on: so it goes on in the same trace,
  /// whichever process carries it out.
  default Map<String, String> entrusted(@Nullable TraceContext above) {
    var own = below(above);
    return own == null ? Map.of() : own.facts(isOn() && above != null ? above.span() : null);
  }

  /// The same with what it knows besides.
  ///
  /// @param parent the run above it, if there is one
  default Map<String, String> entrusted(@Nullable Run parent, Map<String, String> known) {
    var here = TraceContext.current();
    var above = here == null && parent != null ? TraceContext.of(parent) : here;
    var own = entrusted(above);
    if (own.isEmpty()) {
      return known;
    }
    var all = new HashMap<>(known);
    all.putAll(own);
    return Map.copyOf(all);
  }

  /// Begins a span below this place.
  default Begun begin(String name, Span.Kind kind, @Nullable TraceContext above) {
    return begin(name, kind, above, Map.of());
  }

  /// The same with attributes that many such spans have in common.
  ///
  /// @param common never changes
  default Begun begin(
      String name, Span.Kind kind, @Nullable TraceContext above, Map<String, Object> common) {
    return new Begun(this, name, kind, above, common);
  }

  /// A span that has begun.
  final class Begun {
    private static final InstantSource CLOCK = InstantSource.system();

    private final Tracer tracer;
    private final String name;
    private final Span.Kind kind;
    private final @Nullable TraceContext above;
    private final @Nullable TraceContext context;
    private final Map<String, Object> common;
    private @Nullable Map<String, Object> own;
    private final @Nullable Instant begun;

    private Begun(
        Tracer tracer,
        String name,
        Span.Kind kind,
        @Nullable TraceContext above,
        Map<String, Object> common) {
      this.tracer = tracer;
      this.name = name;
      this.kind = kind;
      this.above = above;
      this.context = tracer.below(above);
      this.common = common;
      this.begun = tracer.isOn() ? CLOCK.instant() : null;
    }

    /// Where it stands; null where there is no trace.
    public @Nullable TraceContext context() {
      return context;
    }

    public Begun with(String key, @Nullable Object value) {
      if (begun != null && value != null) {
        if (own == null) {
          own = new HashMap<>(common);
        }
        own.put(key, value);
      }
      return this;
    }

    /// It is over.
    ///
    /// @param error why it went wrong; null if it did not
    public void end(@Nullable String error) {
      end(name, error);
    }

    /// The same under another name, which is known only now.
    public void end(String other, @Nullable String error) {
      var place = context;
      if (begun != null && place != null && place.sampled()) {
        var parent = above == null ? null : above.span();
        tracer.keep(
            new Span(
                place,
                parent,
                other,
                kind,
                begun,
                CLOCK.instant(),
                own == null ? common : Map.copyOf(own),
                error));
      }
    }
  }
}
