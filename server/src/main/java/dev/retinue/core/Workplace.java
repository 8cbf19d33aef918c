package dev.retinue.core;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Where a caller speaks from: the folder in which his client works, and the keys in its
/// environment. It lives as long as his connection, and is kept nowhere.
///
/// @param keys of model providers, by the names of `ProviderKeys`; others are not taken
public record Workplace(@Nullable Path directory, Map<String, String> keys) {
  public static final Workplace NOWHERE = new Workplace(null, Map.of());

  public Workplace {
    keys = ProviderKeys.pick(keys);
  }

  /// Never what the keys are.
  @Override
  public String toString() {
    return "%s with %s"
        .formatted(directory == null ? "nowhere" : directory, new TreeSet<>(keys.keySet()));
  }
}
