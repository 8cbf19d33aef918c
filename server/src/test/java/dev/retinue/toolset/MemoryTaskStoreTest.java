package dev.retinue.toolset;

import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.TaskStore;

final class MemoryTaskStoreTest extends TaskStoreContract {
  private final TaskStore store = new MemoryTaskStore(clock(), 1000, MOST_OF_CALLER);

  @Override
  TaskStore store() {
    return store;
  }

  /// It survives nothing.
  @Override
  TaskStore reopened() {
    return store;
  }
}
