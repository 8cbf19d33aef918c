package dev.retinue.core.permission;

import org.jspecify.annotations.Nullable;

/// What the rules say of a deed, and which of them says it.
public sealed interface Decision {
  /// It is done.
  record Allow(String rule) implements Decision {}

  /// Somebody is asked.
  ///
  /// @param why in words, where no rule says so
  record Ask(@Nullable String rule, String why) implements Decision {}

  /// It is not done.
  ///
  /// @param rule null where no rule names it
  record Deny(@Nullable String rule, String why) implements Decision {}

  /// No rule names it.
  record Unnamed() implements Decision {}
}
