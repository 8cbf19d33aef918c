package dev.retinue.config;

import java.util.Set;

/// What there is that a configuration can name.
///
/// @param runtimes where the runs of agents can be carried out
/// @param toolsets what can be served
/// @param usualStaff who works where the configuration names nobody
/// @param providers who can be asked for models
public record Known(
    Set<String> runtimes, Set<String> toolsets, Set<String> usualStaff, Set<String> providers) {
  public Known(Set<String> runtimes, Set<String> toolsets, Set<String> usualStaff) {
    this(runtimes, toolsets, usualStaff, Set.of());
  }

  public Known {
    runtimes = Set.copyOf(runtimes);
    toolsets = Set.copyOf(toolsets);
    usualStaff = Set.copyOf(usualStaff);
    providers = Set.copyOf(providers);
  }
}
