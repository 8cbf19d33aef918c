package dev.retinue.store.sqlite;

import org.jspecify.annotations.Nullable;

/// Where SQL is carried out: changes are durable when they return, reads see what was durable
/// before they began.
public interface Database extends AutoCloseable {
  /// Carries out one change; it is durable when this returns. The work may run on another thread,
  /// next to others in the same transaction: so it is quick, does nothing but SQL, and takes no
  /// locks. If it throws, nothing of it remains and the caller gets what it threw, a `SQLException`
  /// too.
  <T extends @Nullable Object> T change(SqlWork<T> work);

  /// Reads one consistent snapshot.
  <T extends @Nullable Object> T read(SqlWork<T> work);

  @Override
  void close();
}
