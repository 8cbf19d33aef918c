package dev.retinue.toolset.spawner.template;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Roster;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.spawner.SpawnOrder;
import dev.retinue.toolset.spawner.Spawns;
import dev.retinue.toolset.spawner.context.ContextLevel;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Has templates done in the one way of all spawns.
public final class TemplateSpawns implements Spawning {
  private final Staff staff;
  private final Spawns spawns;
  private final DefaultAgent usual;

  public TemplateSpawns(Staff staff, Spawns spawns, DefaultAgent usual) {
    this.staff = staff;
    this.spawns = spawns;
    this.usual = usual;
  }

  @Override
  public ToolResult spawn(Call call, Order order, Supplier<Order> current)
      throws InterruptedException {
    var said = order(order, order.staffing().agent(), order.staffing().model());
    return ToolEntry.result(
        spawns.spawn(call, said, _ -> staffed(Principal.of(call), current.get())));
  }

  /// The same for whoever does not come by a tool, and waits for nothing.
  ///
  /// @param key makes a retry the same run
  Run start(Caller caller, Order order, @Nullable String key) {
    var said = staffed(caller, order);
    var answer = new SpawnOrder.Answer(true, null, false, key);
    return spawns.start(
        caller,
        new SpawnOrder(
            said.tool(), said.agent(), said.errand(), said.means(), said.limits(), answer));
  }

  private SpawnOrder staffed(Caller caller, Order order) {
    var agent = agent(caller, order);
    return order(order, agent.name(), model(order.staffing(), agent));
  }

  private static SpawnOrder order(Order order, @Nullable String agent, @Nullable String model) {
    var schema = order.structuredOutput();
    return new SpawnOrder(
        order.tool(),
        agent,
        new SpawnOrder.Errand(
            order.prompt(),
            order.summary(),
            ContextLevel.FULL,
            schema == null ? null : Json.WIRE.readTree(schema)),
        new SpawnOrder.Means(
            model,
            order.tools().isEmpty() ? null : order.tools(),
            order.workingDirectory(),
            null,
            null),
        new SpawnOrder.Limits(order.limits().seconds(), order.limits().maxCostUsd(), true),
        new SpawnOrder.Answer(order.waiting().async(), order.waiting().seconds(), false, null));
  }

  private Agent agent(Caller caller, Order order) {
    var staffing = order.staffing();
    var members = staff.members().of(caller, order.workingDirectory());
    if (staffing.agent() != null) {
      return members.require(staffing.agent());
    }
    return staffing.preferred().stream()
        .flatMap(name -> find(caller, members, name).stream())
        .findFirst()
        .orElseGet(() -> usual.choose(caller).agent());
  }

  /// By its name, else by its runtime; only if it can work.
  private Optional<Agent> find(Caller caller, Roster members, String name) {
    return members
        .find(name)
        .or(
            () ->
                staff.roster().openTo(caller).all().stream()
                    .filter(agent -> agent.means().runtime().equals(name))
                    .findFirst())
        .filter(agent -> isReady(caller, agent));
  }

  private boolean isReady(Caller caller, Agent agent) {
    return staff
        .crew()
        .runtime(agent.means().runtime())
        .filter((AgentRuntime it) -> it.ready(agent, caller.workplace().keys()))
        .isPresent();
  }

  private static @Nullable String model(Order.Staffing staffing, Agent agent) {
    if (staffing.model() != null) {
      return staffing.model();
    }
    boolean first =
        !staffing.preferred().isEmpty()
            && (agent.name().equals(staffing.preferred().getFirst())
                || agent.means().runtime().equals(staffing.preferred().getFirst()));
    return first && staffing.agent() == null ? staffing.modelOfFirst() : null;
  }
}
