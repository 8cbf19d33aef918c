package dev.retinue.core.trace;

import dev.retinue.core.Run;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A place in a trace, as W3C Trace Context writes it: `traceparent`, and what others keep beside
/// it in `tracestate`.
///
/// @param trace 32 hexadecimal digits
/// @param span 16 hexadecimal digits
/// @param sampled whether whoever began the trace keeps it
/// @param state what others keep with it; empty for nothing
public record TraceContext(String trace, String span, boolean sampled, String state) {
  private static final Pattern PARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
  private static final Pattern SPAN = Pattern.compile("[0-9a-f]{16}");
  private static final Pattern STATE = Pattern.compile("[ -~]{1,512}");
  private static final String NO_TRACE = "0".repeat(32);
  private static final String NO_SPAN = "0".repeat(16);
  private static final String PARENT_FACT = "traceparent";
  private static final String STATE_FACT = "tracestate";
  private static final String ABOVE_FACT = "trace_above";

  private static final ScopedValue<TraceContext> CURRENT = ScopedValue.newInstance();

  /// What stands there; nothing where it cannot be read, as the standard wants it.
  public static @Nullable TraceContext find(@Nullable String parent, @Nullable String state) {
    if (parent == null) {
      return null;
    }
    var found = PARENT.matcher(parent.strip());
    if (!found.matches()
        || (parent.startsWith("00") && found.group(4) != null)
        || found.group(1).equals(NO_TRACE)
        || found.group(2).equals(NO_SPAN)) {
      return null;
    }
    boolean sampled = (Integer.parseInt(found.group(3), 16) & 1) == 1;
    var kept = state != null && STATE.matcher(state.strip()).matches() ? state.strip() : "";
    return new TraceContext(found.group(1), found.group(2), sampled, kept);
  }

  /// As it is handed on.
  public String parent() {
    return "00-%s-%s-%s".formatted(trace, span, sampled ? "01" : "00");
  }

  /// The same trace, at another span.
  public TraceContext at(String other) {
    return new TraceContext(trace, other, sampled, state);
  }

  // What a run keeps of it.

  /// The facts of a run that stands here.
  ///
  /// @param above the span below which it stands; null for none
  public Map<String, String> facts(@Nullable String above) {
    var facts = new HashMap<>(handedOn());
    if (above != null) {
      facts.put(ABOVE_FACT, above);
    }
    return Map.copyOf(facts);
  }

  public static @Nullable TraceContext of(Run run) {
    var facts = run.facts();
    return find(facts.get(PARENT_FACT), facts.get(STATE_FACT));
  }

  /// The span below which a run stands; null for none. Facts may have come from elsewhere.
  public static @Nullable String above(Run run) {
    var above = run.facts().get(ABOVE_FACT);
    return above != null && SPAN.matcher(above).matches() ? above : null;
  }

  // How it is handed on.

  /// By header, or beside the parameters of a call.
  public Map<String, String> handedOn() {
    return state.isEmpty()
        ? Map.of(PARENT_FACT, parent())
        : Map.of(PARENT_FACT, parent(), STATE_FACT, state);
  }

  /// By the environment.
  public Map<String, String> variables() {
    return state.isEmpty()
        ? Map.of("TRACEPARENT", parent())
        : Map.of("TRACEPARENT", parent(), "TRACESTATE", state);
  }

  /// The variables of a program that works for a run; none where that stands in no trace.
  public static Map<String, String> variables(Run run) {
    var context = of(run);
    return context == null ? Map.of() : context.variables();
  }

  /// Where this thread stands.
  public static @Nullable TraceContext current() {
    return CURRENT.isBound() ? CURRENT.get() : null;
  }

  /// Does something there.
  ///
  /// @param there null for nowhere else than before
  public static <T extends @Nullable Object, X extends Throwable> T during(
      @Nullable TraceContext there, ScopedValue.CallableOp<T, X> work) throws X {
    return there == null ? work.call() : ScopedValue.where(CURRENT, there).call(work);
  }
}
