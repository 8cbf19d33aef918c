package dev.retinue.config;

import java.util.Set;

/// What there is that a configuration can name.
///
/// @param runtimes where the runs of agents can be carried out
/// @param toolsets what can be served
/// @param providers who can be asked for models
public record Known(Set<String> runtimes, Set<String> toolsets, Set<String> providers) {
  public Known {
    runtimes = Set.copyOf(runtimes);
    toolsets = Set.copyOf(toolsets);
    providers = Set.copyOf(providers);
  }
}
