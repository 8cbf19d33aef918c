package dev.retinue.toolset;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.CallTasks;
import dev.retinue.mcp.Task;
import dev.retinue.mcp.TaskStore;
import dev.retinue.mcp.ToolException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The tasks of the protocol, kept where everything else is kept: they survive a restart.
public final class DurableTasks implements TaskStore {
  private final CallTasks tasks;
  private final InstantSource clock;
  private final int mostOfCaller;

  public DurableTasks(CallTasks tasks, InstantSource clock, int mostOfCaller) {
    this.tasks = tasks;
    this.clock = clock;
    this.mostOfCaller = mostOfCaller;
  }

  @Override
  public void insert(Task task) {
    try {
      tasks.insert(TaskForm.stored(task), mostOfCaller);
    } catch (RetinueException e) {
      if (e.code() == ErrorCode.LIMIT_EXCEEDED || e.code() == ErrorCode.SERVICE_UNAVAILABLE) {
        throw new ToolException(e.toldTo(null), Refusals.structured(e, null));
      }
      throw e;
    }
  }

  @Override
  public Optional<Task> find(String id) {
    var now = clock.instant();
    return tasks.find(id).filter(task -> !task.isOver(now)).map(TaskForm::read);
  }

  @Override
  public Optional<Task> update(String id, UnaryOperator<Task> change) {
    return tasks
        .update(id, task -> TaskForm.stored(change.apply(TaskForm.read(task))))
        .map(TaskForm::read);
  }

  @Override
  public List<Task> open() {
    return tasks.open().stream().map(TaskForm::read).toList();
  }
}
