package dev.retinue.cli;

import dev.retinue.config.Configuration;
import dev.retinue.config.Watching.LogFormat;
import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Digest;
import dev.retinue.core.Limit;
import dev.retinue.core.Manners;
import dev.retinue.core.Run;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.core.staff.Trouble;
import dev.retinue.core.trace.Concern;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.DurableTasks;
import dev.retinue.toolset.GrantedTools;
import dev.retinue.toolset.McpPlaces;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.RetinueStatus;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.Toolsets;
import dev.retinue.toolset.fleet.FleetTools;
import dev.retinue.toolset.journal.Journals;
import dev.retinue.toolset.lifecycle.Lifecycle;
import dev.retinue.toolset.lifecycle.RunResources;
import dev.retinue.toolset.relay.Relay;
import dev.retinue.toolset.sessions.InlineAgents;
import dev.retinue.toolset.sessions.SessionTools;
import dev.retinue.toolset.spawner.Spawner;
import dev.retinue.watch.Watchtower;
import dev.retinue.web.api.Api;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Puts the server together that both transports serve.
final class Assembly {
  /// The toolsets that have a name, also those to come.
  static final Set<String> TOOLSETS = Toolsets.names();

  private static final int DISK_FAILED = 70;
  private static final int MOST_TASKS = Limit.TASKS_OF_CALLER.count();
  private static final int KEY_BYTES = 32;
  private static final Duration QUIET = Duration.ofSeconds(15);

  private static final String RETINUE = "Retinue supervises agents. ";

  /// How a model should use the usual toolsets.
  static final String INSTRUCTIONS =
      RETINUE
          + String.join(
              " ",
              Lifecycle.INSTRUCTIONS,
              Spawner.INSTRUCTIONS,
              SessionTools.INSTRUCTIONS,
              Relay.INSTRUCTIONS);

  private Assembly() {}

  /// Everything of a data directory, as the configuration wants it. Where it names no staff, there
  /// are the programs that are installed, and some to watch.
  static Household household(Configuration configuration, Path place) {
    var settings = configuration.settings();
    var tracing = new Tracing(settings.watching().traces(), System.getenv());
    var watch = new Watchtower(Version.number(), System::nanoTime, tracing.tracer());
    watch.tellLog(settings.watching().log() == LogFormat.JSON);
    Secrets.learn(settings, System.getenv());
    var workshop = new Workshop(place, settings, System.getenv(), watch);
    var staff =
        AgentShelf.of(configuration, place, new Programs(System.getenv()))
            .telling(it -> Trouble.note("a file of agents is left out: " + it));
    var inline =
        settings.inlineAgents() ? InlineShelf.over(staff, AgentShelf.landscape(settings)) : null;
    var fleet = FleetWing.of(settings, place, System.getenv());
    var runtimes = new ArrayList<>(workshop.runtimes());
    runtimes.add(fleet.runtime());
    var household =
        Household.open(
                new Household.Settings(
                    place,
                    settings.rules().beside(settings.server().remote().issuer()),
                    settings.diskReserve(),
                    Surroundings.real(),
                    () -> Runtime.getRuntime().halt(DISK_FAILED),
                    workshop.commands(),
                    workshop::remember,
                    watch),
                fleet.staff(inline == null ? staff : inline),
                runtimes,
                runs -> {
                  workshop.reaper().reap(runs);
                  fleet.runtime().reap(runs);
                })
            .with(workshop)
            .with(inline == null ? InlineAgents.NONE : inline)
            .with(fleet.fleets())
            .withJournalsIn(settings.journalFolder());
    household.auditing().begin(settings.audit(), digest(configuration));
    household.staff().limits().said(configuration::origin);
    return household;
  }

  /// The same as long as nothing is configured in another way.
  private static String digest(Configuration configuration) {
    var digest = new Digest();
    configuration
        .effective()
        .forEach(it -> digest.add(it.key() + "=" + (it.value() == null ? "" : it.value())));
    return digest.hex();
  }

  /// What shows these offers to a client, and does nothing of it itself.
  static Eras shown(McpServer offers) {
    var clock = InstantSource.system();
    var tasks = new MemoryTaskStore(clock, 1);
    return new Eras(
        new Stateless2026(offers, tasks, new Key(), clock), new Stateful2025(offers, clock));
  }

  /// What a daemon will offer, where none has said so yet.
  static void show(McpServer offers) {
    offers.add(ToolEntry.shown(RetinueStatus.class));
    Lifecycle.TYPES.forEach(type -> offers.add(ToolEntry.shown(type)));
    Relay.TYPES.forEach(type -> offers.add(ToolEntry.shown(type)));
    offers.add(RunResources.shown());
    Journals.shown().forEach(offers::add);
    SpawnerWing.show(offers);
    SessionWing.show(offers);
  }

  /// What the owner has decided about all that is served.
  ///
  /// @param toolsets by name; none for the usual ones
  /// @param defaultAgent who works when nobody is named; null for the first who can
  /// @param hosts the names that it answers to
  /// @param payloadUrl where the payload of a run can be fetched
  /// @param templates the folders of templates, besides that of the data directory
  /// @param manners how calls wait
  record Serving(
      List<String> toolsets,
      @Nullable String defaultAgent,
      Hosts hosts,
      Function<Run, String> payloadUrl,
      List<Path> templates,
      Manners manners) {
    static Serving usual(Function<Run, String> payloadUrl) {
      return new Serving(List.of(), null, Hosts.LOCAL, payloadUrl, List.of(), Manners.USUAL);
    }
  }

  /// All that the daemon serves.
  ///
  /// @param eras everything, for those who do not come by HTTP
  /// @param endpoints one without a name for everything, and one for each toolset
  /// @param api REST beside them, for the same staff
  record Served(McpServer server, Eras eras, Map<String, HttpEndpoint> endpoints, Api api) {}

  /// Calls that were tasks when an earlier daemon ended go on, once.
  static Served served(Household household, Serving serving) {
    var clock = InstantSource.system();
    var staff = household.staff();
    var who = new DefaultAgent(serving.defaultAgent(), staff.roster(), staff.crew()::runtime);
    var wing = new SpawnerWing(household, who, serving.manners(), serving.templates());
    var toolsets = toolsets(household, serving, who, wing);
    var status =
        ToolEntry.of(
            new RetinueStatus(
                Version.number(),
                clock,
                caller -> names(staff, caller),
                () -> staff.sessions().atHand().counts()));
    var calls = household.condition().watch().calls(Assembly::concern);
    var together = FleetWing.together(toolsets, household);
    var audience = audience(staff, status, together);
    var all = server(staff, status, together).observedBy(calls).shownTo(audience);
    offer(household.journals(), all);
    if (toolsets.stream().anyMatch(Assembly::isSpawner)) {
      wing.offerOn(all);
    }
    var tasks = new DurableTasks(household.tasks(), clock, MOST_TASKS);
    var places = new McpPlaces(staff.limits());
    staff.limits().used(Limit.TASKS, household.tasks()::openOnes);
    staff.limits().usedBy(Limit.TASKS_OF_CALLER, household.tasks()::openByCaller);
    var modern = new Stateless2026(all, tasks, new Key(), clock, places);
    var endpoints = new LinkedHashMap<String, HttpEndpoint>();
    var eras = new Eras(modern, new Stateful2025(all, clock, places));
    endpoints.put("", new HttpEndpoint(eras, serving.hosts(), QUIET));
    for (var toolset : toolsets) {
      var server = server(staff, status, List.of(toolset)).observedBy(calls).shownTo(audience);
      if (tellsOfRuns(toolset)) {
        offer(household.journals(), server);
      }
      if (isSpawner(toolset)) {
        wing.offerOn(server);
      }
      // With the same tasks: whoever began one at either finds it at both.
      var own = new Eras(modern.offering(server), new Stateful2025(server, clock, places));
      endpoints.put(toolset.name(), new HttpEndpoint(own, serving.hosts(), QUIET));
    }
    household.journals().begin();
    wing.begin();
    modern.resume(id -> household.callers().find(id).map(Principal::new));
    var api = api(household, serving, who, status, toolsets).withTemplates(wing.desk());
    return new Served(all, eras, endpoints, api);
  }

  /// The run that calls, if it is one. For whom a call is, as the log names him.
  private static Concern concern(dev.retinue.mcp.Caller caller) {
    if (caller instanceof Principal(var who)) {
      var run = who.run();
      return new Concern(who.id(), run == null ? null : run.text());
    }
    return new Concern(caller.id(), null);
  }

  /// Whose answers name the resources of runs.
  private static boolean tellsOfRuns(Toolset toolset) {
    return Set.of(Toolsets.SPAWNER, Toolsets.SESSIONS, Toolsets.COMPAT).contains(toolset.name());
  }

  /// To whose vocabulary templates belong.
  private static boolean isSpawner(Toolset toolset) {
    return toolset.name().equals(Toolsets.SPAWNER);
  }

  private static void offer(Journals journals, McpServer server) {
    journals.offers().forEach(server::add);
    journals.tell(server);
  }

  private static List<Toolset> toolsets(
      Household household, Serving serving, DefaultAgent who, SpawnerWing wing) {
    var staff = household.staff();
    var fleets = household.fleets();
    return Toolsets.chosen(serving.toolsets(), fleets != null).stream()
        .map(
            name ->
                switch (name) {
                  case Toolsets.RELAY -> Relay.toolset(staff, household.register());
                  case Toolsets.SPAWNER -> wing.toolset();
                  case Toolsets.SESSIONS -> SessionWing.toolset(household, serving.manners());
                  case Toolsets.FLEET ->
                      FleetTools.toolset(Objects.requireNonNull(fleets), serving.manners());
                  case Toolsets.COMPAT -> wing.compat();
                  default -> Lifecycle.toolset(staff, who, serving.payloadUrl());
                })
        .toList();
  }

  private static GrantedTools audience(Staff staff, ToolEntry status, List<Toolset> toolsets) {
    return new GrantedTools(staff.members().grants(), toolsets, Set.of(status.info().name()));
  }

  private static McpServer server(Staff staff, ToolEntry status, List<Toolset> toolsets) {
    var instructions = new StringJoiner(" ", RETINUE, "");
    toolsets.forEach(toolset -> instructions.add(toolset.instructions()));
    var server =
        new McpServer(Implementation.of("retinue", Version.number()), instructions.toString());
    server.add(status);
    toolsets.forEach(toolset -> toolset.tools().forEach(server::add));
    // What is left of a long text is there, whichever tool shows the first piece.
    RunResources.offers(staff).forEach(server::add);
    toolsets.forEach(toolset -> toolset.offers().forEach(server::add));
    return server;
  }

  private static Api api(
      Household household,
      Serving serving,
      DefaultAgent who,
      ToolEntry status,
      List<Toolset> toolsets) {
    var tools = new LinkedHashMap<String, List<ToolInfo>>();
    tools.put("retinue", List.of(status.info()));
    toolsets.forEach(
        toolset ->
            tools.put(toolset.name(), toolset.tools().stream().map(ToolEntry::info).toList()));
    boolean fleet = tools.containsKey(Toolsets.FLEET);
    return new Api(
            new Api.Desk(
                household.staff(),
                household.register(),
                household.links(),
                household.seats(),
                household.journals(),
                household.chosenIds(),
                household.signIns()),
            new Api.House(
                Version.number(),
                () -> tools,
                household::toolServers,
                QUIET,
                household.condition().watch(),
                household.condition()::hindrances),
            who,
            serving.payloadUrl())
        .withFleet(fleet ? household.fleets() : null)
        .withMoves(household.moves())
        .withCallers(household.tokenDesk(), household.costs(), InstantSource.system())
        .withDoctor(
            new HouseDoctor(household.folder(), System.getProperties(), System.getenv()),
            InstantSource.system());
  }

  /// With those whom the project of the caller brings along.
  private static List<String> names(Staff staff, Caller caller) {
    return staff.members().of(caller).all().stream().map(Agent::name).toList();
  }

  /// Made when it is first needed. What is sealed with it need not outlive the process.
  private static final class Key implements Supplier<SecretKey> {
    private @Nullable SecretKey key;

    @Override
    public synchronized SecretKey get() {
      if (key == null) {
        var bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        key = new SecretKeySpec(bytes, "AES");
      }
      return key;
    }
  }
}
