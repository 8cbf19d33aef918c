package dev.retinue.core.trace;

import org.jspecify.annotations.Nullable;

/// For whom a thread works: so that a line of the log can say it.
///
/// @param run null for a caller who asks for himself
public record Concern(String caller, @Nullable String run) {
  private static final ScopedValue<Concern> CURRENT = ScopedValue.newInstance();
  private static volatile boolean wanted;

  /// From now on somebody wants to know. Else nothing is kept of it.
  public static void want(boolean really) {
    wanted = really;
  }

  public static boolean isWanted() {
    return wanted;
  }

  public static @Nullable Concern current() {
    return CURRENT.isBound() ? CURRENT.get() : null;
  }

  /// Does something for this one.
  public static <T extends @Nullable Object, X extends Throwable> T during(
      String caller, @Nullable String run, ScopedValue.CallableOp<T, X> work) throws X {
    return wanted ? ScopedValue.where(CURRENT, new Concern(caller, run)).call(work) : work.call();
  }
}
