package dev.retinue.core.port;

import java.time.Instant;

/// Who has signed out before his time was over. It outlives the process.
public interface SignOuts {
  boolean contains(String id);

  /// Keeps that somebody has.
  ///
  /// @param until when it may be forgotten, because it would be over by itself
  void add(String id, Instant until);
}
