package dev.retinue.llm;

import org.jspecify.annotations.Nullable;

/// A piece of an answer.
public sealed interface Part {
  /// What it says.
  record Text(String text) implements Part {}

  /// What it thought. It goes back to the provider that gave it, and is nobody's answer.
  ///
  /// @param seal what the provider wants back unchanged
  record Reasoning(String text, @Nullable String seal) implements Part {}

  /// A tool that it wants to call.
  ///
  /// @param input a JSON object, as the model wrote it: perhaps not even JSON
  /// @param seal what the provider wants back unchanged
  record Call(String id, String tool, String input, @Nullable String seal) implements Part {}
}
