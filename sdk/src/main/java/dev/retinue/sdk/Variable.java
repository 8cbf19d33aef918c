package dev.retinue.sdk;

import org.jspecify.annotations.Nullable;

/// A variable of the environment that an agent reads. What is secret is shown to nobody.
///
/// @param fallback its value where nobody sets it
public record Variable(
    String name, String description, boolean required, boolean secret, @Nullable String fallback) {

  /// One that the agent cannot do without.
  public static Variable required(String name, String description) {
    return new Variable(name, description, true, false, null);
  }

  public static Variable optional(String name, String description) {
    return new Variable(name, description, false, false, null);
  }

  /// A key, a password: the agent cannot do without it, and it stands in no output and no log.
  public static Variable secret(String name, String description) {
    return new Variable(name, description, true, true, null);
  }

  public Variable orElse(String value) {
    return new Variable(name, description, false, secret, value);
  }

  /// The same, where the agent can do without it.
  public Variable ifThere() {
    return new Variable(name, description, false, secret, fallback);
  }
}
