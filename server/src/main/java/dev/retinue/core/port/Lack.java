package dev.retinue.core.port;

/// What an agent lacks to begin.
///
/// @param need what is to be set, mostly a variable
/// @param purpose what it is for, mostly a model
/// @param remedy what to do about it, a sentence
public record Lack(String need, String purpose, String remedy) {
  private static final String SET =
      "Set that in the environment of whoever starts the run, or of the daemon.";

  /// A variable that is not set.
  public Lack(String need, String purpose) {
    this(need, purpose, SET);
  }
}
