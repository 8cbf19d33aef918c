package dev.retinue.toolset.spawner.context;

import dev.retinue.core.Caller;
import java.nio.file.Path;
import java.util.Optional;

/// What is written about the agents of one caller in one project: `CONTEXT.md`, as he may see it.
@FunctionalInterface
public interface OwnContext {
  OwnContext NONE = (_, _) -> Optional.empty();

  Optional<String> find(Caller caller, Path folder);
}
