package dev.retinue.llm.wire;

import java.util.Map;

/// Where a question stands in the trace of whoever asks: sent along as headers, and nothing else.
public final class TraceHeaders {
  private static final ScopedValue<Map<String, String>> CURRENT = ScopedValue.newInstance();

  private TraceHeaders() {}

  /// Sends these along with whatever is asked meanwhile, on this thread.
  public static <T, X extends Throwable> T during(
      Map<String, String> headers, ScopedValue.CallableOp<T, X> work) throws X {
    return ScopedValue.where(CURRENT, headers).call(work);
  }

  static Map<String, String> current() {
    return CURRENT.isBound() ? CURRENT.get() : Map.of();
  }
}
