package dev.retinue.web.api;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.toolset.fleet.CancelAgentTask;
import dev.retinue.toolset.fleet.Fleets;
import dev.retinue.toolset.fleet.ListAgentProjects;
import dev.retinue.toolset.fleet.ShowAgentLog;
import dev.retinue.toolset.fleet.ShowAgentTaskHistory;
import dev.retinue.toolset.fleet.StartAgentTask;
import dev.retinue.web.api.Operation.About;
import dev.retinue.web.api.Operation.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What can be asked of the agents in workspaces elsewhere: the same as their tools ask, by the
/// same way and for the same callers.
final class FleetOperations {
  private static final String ALL = "/api/fleet/workspaces";
  private static final String ONE = ALL + "/{name}";
  private static final String HOW =
      "No Coder is configured, or the toolset 'fleet' is not served. Set CODER_URL and CODER_SESSION_TOKEN, or 'fleet' in the configuration (docs/fleet.md), and restart the daemon.";

  private static final Parameter DEPLOYMENT =
      new Parameter("deployment", "string", "Which one, if there are several; else the usual one.");
  private static final Parameter PAGE = new Parameter("page", "integer", "Which page, from 1.");
  private static final Parameter SIZE =
      new Parameter("page_size", "integer", "How many on a page: 1 to 100, usually 20.");

  private static final int MOST_PAGES = 1_000_000;
  private static final int MOST_ON_PAGE = 100;
  private static final int ON_PAGE = 20;

  /// How long a workspace that is not up is waited for.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final @Nullable Fleets fleets;
  private final BodyReader<FleetForms.Creation> creation =
      new BodyReader<>(FleetForms.Creation.class);
  private final BodyReader<FleetForms.Task> task = new BodyReader<>(FleetForms.Task.class);
  private final BodyReader<FleetForms.Cancellation> cancellation =
      new BodyReader<>(FleetForms.Cancellation.class);

  /// @param fleets null where there is no deployment, or its tools are not served
  FleetOperations(@Nullable Fleets fleets) {
    this.fleets = fleets;
  }

  List<Operation> all() {
    var all = new ArrayList<>(reading());
    all.addAll(changing());
    return all;
  }

  private List<Operation> reading() {
    return List.of(
        Operation.json(
            "GET",
            "/api/fleet",
            About.answering("Whether there is a fleet, and where.", FleetForms.Deployments.class),
            this::deployments),
        Operation.json(
            "GET",
            "/api/fleet/projects",
            About.answering(
                    "What agents of the fleet can be made for.", ListAgentProjects.Output.class)
                .with(DEPLOYMENT),
            call -> seen(call, fleet -> ListAgentProjects.output(fleet.projects()))),
        Operation.json(
            "GET",
            "/api/fleet/roles",
            About.answering("What agents can be in a project.", FleetForms.Roles.class)
                .with(new Parameter("project", "string", "The name of the project."), DEPLOYMENT),
            call -> seen(call, fleet -> FleetForms.Roles.of(fleet.roles(need(call, "project"))))),
        Operation.json(
            "GET",
            ALL,
            About.answering("The agents of the fleet.", FleetForms.Workspaces.class)
                .with(
                    new Parameter("status", "string", "Only those that are so."),
                    new Parameter("project", "string", "Only those of this project."),
                    DEPLOYMENT),
            call -> seen(call, fleet -> workspaces(call, fleet))),
        Operation.json(
            "GET",
            ONE,
            About.answering("One of them, as it is now.", FleetForms.Workspace.class)
                .with(DEPLOYMENT),
            call -> seen(call, fleet -> FleetForms.Workspace.whole(fleet.show(name(call))))),
        Operation.json(
            "GET",
            ONE + "/tasks",
            About.answering(
                    "What it was told, what waits for it and what it said, newest first.",
                    ShowAgentTaskHistory.Output.class)
                .with(PAGE, SIZE, DEPLOYMENT),
            call ->
                seen(
                    call,
                    fleet ->
                        ShowAgentTaskHistory.output(
                            name(call), fleet.history(name(call), page(call), size(call))))),
        Operation.json(
            "GET",
            ONE + "/log",
            About.answering("The conversation with it, newest first.", ShowAgentLog.Output.class)
                .with(PAGE, SIZE, DEPLOYMENT),
            call ->
                seen(
                    call,
                    fleet -> ShowAgentLog.output(fleet.log(name(call), page(call), size(call))))));
  }

  private List<Operation> changing() {
    return List.of(
        Operation.json(
            "POST",
            ALL,
            About.answering("Makes an agent in a workspace of its own.", FleetForms.Workspace.class)
                .taking(FleetForms.Creation.class)
                .with(DEPLOYMENT),
            this::create),
        Operation.json(
            "DELETE",
            ONE,
            About.answering("Destroys it with its workspace.", FleetForms.Done.class)
                .with(DEPLOYMENT),
            call -> asked(call, fleet -> done(fleet.delete(name(call))))),
        Operation.json(
            "POST",
            ONE + "/restart",
            About.answering("Stops its workspace, and starts it.", FleetForms.Done.class)
                .with(DEPLOYMENT),
            call -> asked(call, fleet -> done(fleet.restart(name(call))))),
        Operation.json(
            "POST",
            ONE + "/tasks",
            About.answering("Gives it a task, or lets it wait.", StartAgentTask.Output.class)
                .taking(FleetForms.Task.class)
                .with(DEPLOYMENT),
            this::assign),
        Operation.json(
            "POST",
            ONE + "/cancel",
            About.answering("Interrupts what it does.", CancelAgentTask.Output.class)
                .taking(FleetForms.Cancellation.class)
                .with(DEPLOYMENT),
            this::cancel));
  }

  /// Asks a fleet something, which may take its time.
  private interface Question {
    Object ask(Fleet fleet) throws InterruptedException;
  }

  private Object asked(ApiCall call, Question question) {
    if (fleets == null) {
      Fleets.requireOwner(call.caller());
      throw new RetinueException(ErrorCode.SERVICE_UNAVAILABLE, HOW);
    }
    return asked(question, fleets.of(call.caller(), call.word("deployment")));
  }

  private Object seen(ApiCall call, Question question) {
    if (fleets == null) {
      Fleets.requireSight(call.caller());
      throw new RetinueException(ErrorCode.SERVICE_UNAVAILABLE, HOW);
    }
    return asked(question, fleets.seenBy(call.caller(), call.word("deployment")));
  }

  private static Object asked(Question question, Fleet fleet) {
    try {
      return question.ask(fleet);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "The daemon is ending; ask the next one.", e);
    }
  }

  private FleetForms.Deployments deployments(ApiCall call) {
    Fleets.requireSight(call.caller());
    return fleets == null
        ? new FleetForms.Deployments(false, List.of(), null, HOW)
        : new FleetForms.Deployments(true, fleets.names(call.caller()), fleets.usual(), null);
  }

  private static FleetForms.Workspaces workspaces(ApiCall call, Fleet fleet)
      throws InterruptedException {
    var status = call.word("status");
    var found =
        fleet.agents(status == null ? null : FleetStatus.require(status), call.word("project"));
    return new FleetForms.Workspaces(
        found.stream().map(FleetForms.Workspace::row).toList(), found.size());
  }

  private Object create(ApiCall call) {
    var wanted = creation.require(call);
    return asked(
        call,
        fleet ->
            FleetForms.Workspace.whole(
                fleet.create(
                    new Fleet.Wanted(
                        wanted.name(), wanted.project(), wanted.task(), wanted.role()))));
  }

  private Object assign(ApiCall call) {
    var told = task.require(call);
    var order = new Fleet.Order(name(call), told.task(), told.queue(), told.startIfStopped());
    return asked(
        call, fleet -> StartAgentTask.output(fleet.assign(order, PATIENCE, Fleet.Progress.NOBODY)));
  }

  private Object cancel(ApiCall call) {
    boolean drop = cancellation.find(call).orElse(FleetForms.Cancellation.USUAL).dropQueued();
    return asked(call, fleet -> CancelAgentTask.output(fleet.cancel(name(call), drop), drop));
  }

  private static FleetForms.Done done(Fleet.Done done) {
    return new FleetForms.Done(
        done.name(), done.workspaceId(), done.status().word(), done.message());
  }

  private static String name(ApiCall call) {
    return call.visit().name("name");
  }

  private static String need(ApiCall call, String name) {
    var value = call.word(name);
    if (value == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "'%s' is missing; this needs it.".formatted(name));
    }
    return value;
  }

  private static int page(ApiCall call) {
    var page = call.number("page", 1, MOST_PAGES);
    return page == null ? 1 : page.intValue();
  }

  private static int size(ApiCall call) {
    var size = call.number("page_size", 1, MOST_ON_PAGE);
    return size == null ? ON_PAGE : size.intValue();
  }
}
