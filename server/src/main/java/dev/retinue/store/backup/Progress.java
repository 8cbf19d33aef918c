package dev.retinue.store.backup;

/// Hears how far something long has come.
@FunctionalInterface
public interface Progress {
  Progress UNHEARD = (_, _) -> {};

  void at(long bytes, long ofBytes);
}
