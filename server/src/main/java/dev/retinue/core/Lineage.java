package dev.retinue.core;

import java.util.List;
import java.util.Optional;

/// Where a run comes from: every run above it, the root first.
public record Lineage(List<Link> above) {
  public static final Lineage ROOT = new Lineage(List.of());

  /// One run above.
  ///
  /// @param budgeted whether it has an account of its own that pays for what is below
  public record Link(RunId run, String agent, boolean budgeted) {}

  public Lineage {
    above = List.copyOf(above);
  }

  public int depth() {
    return above.size();
  }

  public RunId rootOf(RunId self) {
    return above.isEmpty() ? self : above.getFirst().run();
  }

  public Optional<RunId> parent() {
    return above.isEmpty() ? Optional.empty() : Optional.of(above.getLast().run());
  }

  public boolean isBelow(RunId run) {
    return above.stream().anyMatch(link -> link.run().equals(run));
  }
}
