package dev.retinue.core.port;

import dev.retinue.core.Grant;

/// What callers may use, as it is now.
@FunctionalInterface
public interface Grants {
  /// Everything, for everybody.
  Grants ANY = _ -> Grant.ANY;

  /// What this caller may use, and with it the runs that act for him.
  ///
  /// @param caller as [dev.retinue.core.Caller#id] says it
  Grant of(String caller);
}
