package dev.retinue.core.craft;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Maps as they were written: a definition has a digest, and the order is a part of it.
final class Ordered {
  private Ordered() {}

  static <V> Map<String, V> copy(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
