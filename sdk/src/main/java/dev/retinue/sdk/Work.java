package dev.retinue.sdk;

import org.jspecify.annotations.Nullable;

/// What an agent does. It is plain blocking code; who does not want to wait any more interrupts it.
@FunctionalInterface
public interface Work {
  /// Does it, and returns a text, anything that can be written as JSON, or an [Answer].
  @Nullable Object on(Context ctx) throws Exception;

  /// The same with parameters of its own.
  @FunctionalInterface
  interface With<I extends Record> {
    @Nullable Object on(I input, Context ctx) throws Exception;
  }
}
