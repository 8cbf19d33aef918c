package dev.retinue.toolset.fleet;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.core.fleet.Paged;
import dev.retinue.core.staff.Audit;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A fleet for one caller: what he has done there stands in the audit trail.
///
/// @param deployment its name
record NotedFleet(Fleet fleet, String deployment, Caller caller, Audit audit) implements Fleet {
  private interface Asking<T> {
    T ask() throws InterruptedException;
  }

  private <T> T noted(Action action, String agent, Asking<T> asking) throws InterruptedException {
    var deed = audit.deed(caller, action, Subject.fleetAgent(agent)).with("deployment", deployment);
    try {
      T result = asking.ask();
      audit.note(deed);
      return result;
    } catch (RetinueException e) {
      audit.refused(caller, deed, e.code());
      throw e;
    } catch (InterruptedException e) {
      // Nobody waits for it any more; what became of it there is not known.
      audit.refused(caller, deed, ErrorCode.SERVICE_UNAVAILABLE);
      throw e;
    }
  }

  @Override
  public List<FleetAgent> agents(@Nullable FleetStatus status, @Nullable String project)
      throws InterruptedException {
    return fleet.agents(status, project);
  }

  @Override
  public FleetAgent show(String name) throws InterruptedException {
    return fleet.show(name);
  }

  @Override
  public List<Project> projects() throws InterruptedException {
    return fleet.projects();
  }

  @Override
  public Roles roles(String project) throws InterruptedException {
    return fleet.roles(project);
  }

  @Override
  public FleetAgent create(Wanted wanted) throws InterruptedException {
    return noted(Action.FLEET_CREATE, wanted.name(), () -> fleet.create(wanted));
  }

  @Override
  public Done delete(String name) throws InterruptedException {
    return noted(Action.FLEET_DELETE, name, () -> fleet.delete(name));
  }

  @Override
  public Done restart(String name) throws InterruptedException {
    return noted(Action.FLEET_RESTART, name, () -> fleet.restart(name));
  }

  @Override
  public Assigned assign(Order order, Duration patience, Progress progress)
      throws InterruptedException {
    return noted(Action.FLEET_TASK, order.agent(), () -> fleet.assign(order, patience, progress));
  }

  @Override
  public Outcome await(String name, @Nullable String queued, Duration patience, Progress progress)
      throws InterruptedException {
    return fleet.await(name, queued, patience, progress);
  }

  @Override
  public Cancelled cancel(String name, boolean dropQueued) throws InterruptedException {
    return noted(Action.FLEET_CANCEL, name, () -> fleet.cancel(name, dropQueued));
  }

  @Override
  public Paged<TaskEntry> history(String name, int page, int size) throws InterruptedException {
    return fleet.history(name, page, size);
  }

  @Override
  public Log log(String name, int page, int size) throws InterruptedException {
    return fleet.log(name, page, size);
  }

  @Override
  public void close() {
    fleet.close();
  }
}
