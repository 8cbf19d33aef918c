package dev.retinue.config.team.key;

import dev.retinue.config.Key;
import java.util.ArrayList;
import java.util.List;

/// Keys put together.
final class Keys {
  private Keys() {}

  static List<Key<?>> of(List<Key<?>> known, List<? extends Key<?>> others) {
    var all = new ArrayList<Key<?>>(known);
    all.addAll(others);
    return List.copyOf(all);
  }
}
