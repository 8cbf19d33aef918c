package dev.retinue.sdk;

import java.nio.file.Path;
import java.util.List;

public final class ContextStore {
  ContextStore(Path root, String agent, String session, java.time.InstantSource clock) {}

  public record Found() {}

  public record Query() {}

  Path write(Note n) {
    return Path.of("");
  }

  List<Found> search(Query q) {
    return List.of();
  }

  void update(Path p, String b, String w) {}
}
