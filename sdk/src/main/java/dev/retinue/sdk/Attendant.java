package dev.retinue.sdk;

import org.jspecify.annotations.Nullable;

/// Whoever waits for a call: a person or a program at the command line, or a client of MCP.
interface Attendant {
  void progress(double done, @Nullable Double total, String message);

  /// The answer to a question.
  ///
  /// @param key tells the questions of one call apart
  String ask(String key, String question);

  boolean confirm(String key, String question);
}
