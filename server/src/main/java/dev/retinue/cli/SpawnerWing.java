package dev.retinue.cli;

import dev.retinue.core.Manners;
import dev.retinue.core.staff.Trouble;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.schema.RecordSchema;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.compat.Compat;
import dev.retinue.toolset.spawner.SpawnViews;
import dev.retinue.toolset.spawner.Spawned;
import dev.retinue.toolset.spawner.Spawner;
import dev.retinue.toolset.spawner.Spawns;
import dev.retinue.toolset.spawner.StaffedBy;
import dev.retinue.toolset.spawner.context.ContextResources;
import dev.retinue.toolset.spawner.context.Prefaces;
import dev.retinue.toolset.spawner.template.TemplateDesk;
import dev.retinue.toolset.spawner.template.TemplateSpawns;
import dev.retinue.toolset.spawner.template.Templates;
import dev.retinue.toolset.waiting.Attending;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// All that belongs to the toolset `spawner`: its tools, what agents are told about a project, and
/// the templates.
final class SpawnerWing {
  private final Household household;
  private final DefaultAgent who;
  private final Spawns spawns;
  private final Prefaces prefaces;
  private final Templates templates;
  private final TemplateDesk desk;

  /// @param folders of templates, besides that of the data directory
  SpawnerWing(Household household, DefaultAgent who, Manners manners, List<Path> folders) {
    this.household = household;
    this.who = who;
    var staff = household.staff();
    this.prefaces =
        new Prefaces(
            staff.crew()::runtime,
            (caller, folder) -> household.journals().findContext(caller, folder));
    this.spawns =
        new Spawns(
            staff,
            new Attending(staff, manners),
            new SpawnViews(staff, household.register(), InstantSource.system()),
            prefaces);
    var spawning = new TemplateSpawns(staff, spawns, who);
    this.templates =
        new Templates(
            TemplateShelf.of(household.folder(), folders),
            spawning,
            RecordSchema.of(Spawned.class).json(),
            Trouble::note);
    this.desk = new TemplateDesk(templates, spawning);
  }

  /// The templates for those who do not come by a tool.
  TemplateDesk desk() {
    return desk;
  }

  /// What it offers where no daemon has said so yet: without the templates of the owner.
  static void show(McpServer offers) {
    Spawner.TYPES.forEach(type -> offers.add(ToolEntry.shown(type)));
    ContextResources.shown().forEach(offers::add);
    new Templates(
            TemplateShelf.bundled(),
            (_, _, _) -> {
              throw new IllegalStateException("templates are used by the daemon");
            },
            RecordSchema.of(Spawned.class).json(),
            _ -> {})
        .offerOn(offers);
  }

  Toolset toolset() {
    return Spawner.toolset(spawns, household.register(), who, offers());
  }

  /// The old names for the same.
  Toolset compat() {
    return Compat.toolset(spawns, household.register());
  }

  private List<Offer> offers() {
    var claude = StaffedBy.claude(household.staff());
    return ContextResources.offers(
        household.staff(),
        caller -> claude.find(caller).orElseGet(() -> who.choose(caller).agent()),
        prefaces);
  }

  /// Offers what comes and goes with its files.
  void offerOn(McpServer server) {
    templates.offerOn(server);
  }

  /// Keeps that in step with the files.
  void begin() {
    TemplateWatch.begin(templates);
  }
}
