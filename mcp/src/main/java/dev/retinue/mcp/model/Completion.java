package dev.retinue.mcp.model;

import java.util.List;

/// What an argument may be completed to: at most 100 values, of so many in all.
public record Completion(List<String> values, int total, boolean hasMore) {
  private static final int MOST = 100;

  public static Completion of(List<String> all) {
    var shown = all.subList(0, Math.min(MOST, all.size()));
    return new Completion(List.copyOf(shown), all.size(), shown.size() < all.size());
  }
}
