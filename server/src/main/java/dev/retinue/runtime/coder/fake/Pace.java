package dev.retinue.runtime.coder.fake;

/// What moves the fake: builds, agents and apps go one step at a time.
public enum Pace {
  /// Nothing but `FakeCoder.step`.
  BY_HAND,
  /// Every request to the API, before it is answered: whoever polls sees progress.
  BY_REQUEST
}
