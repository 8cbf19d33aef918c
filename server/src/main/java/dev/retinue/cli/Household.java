package dev.retinue.cli;

import dev.retinue.core.Retention;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.CallTasks;
import dev.retinue.core.port.CheckCommands;
import dev.retinue.core.port.Memories;
import dev.retinue.core.port.Reaper;
import dev.retinue.core.port.Roster;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.staff.Callers;
import dev.retinue.core.staff.ChosenIds;
import dev.retinue.core.staff.Crew;
import dev.retinue.core.staff.Housekeeping;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.PayloadLinks;
import dev.retinue.core.staff.Recovery;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.RunTokens;
import dev.retinue.core.staff.Seats;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.core.tool.ServerState;
import dev.retinue.process.MachineMemory;
import dev.retinue.process.git.Git;
import dev.retinue.runtime.cli.isolation.Clones;
import dev.retinue.runtime.cli.isolation.Rooms;
import dev.retinue.runtime.group.GroupRuntime;
import dev.retinue.runtime.group.GroupStaff;
import dev.retinue.store.SqlCallTasks;
import dev.retinue.store.SqlCredentials;
import dev.retinue.store.SqlMemories;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.files.DataDirectory;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.files.FileBlobs;
import dev.retinue.store.files.Reserve;
import dev.retinue.store.sqlite.SqliteDatabase;
import dev.retinue.toolset.checks.AcceptanceChecks;
import dev.retinue.toolset.fleet.Fleets;
import dev.retinue.toolset.journal.Journals;
import dev.retinue.toolset.sessions.InlineAgents;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Everything of one data directory, put together: lock, reap, recover, and only then work.
public final class Household implements AutoCloseable {
  /// For how long the files of a run that is not known may still be at work.
  private static final Duration UNKNOWN = Duration.ofDays(1);

  private final DataDirectory directory;
  private final SqliteDatabase database;
  private final Staff staff;
  private final Callers callers;
  private final CallTasks tasks;
  private final Housekeeping housekeeping;
  private final RunStore store;
  private final PayloadLinks links;
  private final ChosenIds chosenIds;
  private final FileBlobs blobs;
  private final List<AgentRuntime> runtimes;
  private final Clones clones;
  private final InstantSource clock;
  private final Recovery.Report recovered;
  private final Seats seats = new Seats();
  private @Nullable Workshop workshop;
  private InlineAgents inlineAgents = InlineAgents.NONE;
  private @Nullable Fleets fleets;
  private @Nullable String journalFolder;
  private @Nullable Journals journals;

  /// What the owner of the directory has decided.
  ///
  /// @param diskReserve how many bytes of the disk are left for runs that have begun
  /// @param commands those that callers can name as checks
  /// @param onFatal ends the process at once: the disk no longer keeps what it is given
  /// @param remembering is told where agents remember, before any of them is at work
  public record Settings(
      Path place,
      Rules rules,
      long diskReserve,
      Surroundings surroundings,
      Runnable onFatal,
      CheckCommands commands,
      Consumer<Memories> remembering) {
    /// Without commands for checks, and for nobody who remembers.
    public Settings(
        Path place, Rules rules, long diskReserve, Surroundings surroundings, Runnable onFatal) {
      this(place, rules, diskReserve, surroundings, onFatal, CheckCommands.NONE, _ -> {});
    }

    /// Under these limits, at any rate and in no folder.
    public Settings(
        Path place, Limits limits, long diskReserve, Surroundings surroundings, Runnable onFatal) {
      this(place, Rules.of(limits), diskReserve, surroundings, onFatal);
    }

    public static Settings in(Path place, Runnable onFatal) {
      return new Settings(
          place, Rules.DEFAULT, Reserve.DEFAULT_BYTES, Surroundings.real(), onFatal);
    }
  }

  private Household(
      DataDirectory directory,
      SqliteDatabase database,
      Settings settings,
      Roster roster,
      List<AgentRuntime> runtimes,
      Reaper reaper) {
    this.directory = directory;
    this.database = database;
    var surroundings = settings.surroundings();
    this.store = new SqlRunStore(database);
    this.blobs = new FileBlobs(directory.blobs(), surroundings.clock(), settings.onFatal());
    this.clones = clones(directory.layout());
    this.clock = surroundings.clock();
    var reserve = directory.reserve(settings.diskReserve(), surroundings.nanoTime());
    var rules = settings.rules().around(directory.folder());
    this.staff =
        new Staff(
            store,
            new RemovedWithRun(blobs, clones),
            new GroupStaff(roster),
            rules,
            surroundings,
            reserve::require,
            new AcceptanceChecks(settings.commands()));
    var random = new SecureRandom();
    var key = new SecretKeySpec(directory.keyFile().readOrCreate(random), "HmacSHA256");
    this.callers =
        new Callers(new SqlCredentials(database), store, new RunTokens(key), surroundings);
    this.links = new PayloadLinks(key, surroundings.clock());
    this.chosenIds = new ChosenIds(key);
    callers.owner(directory.tokenFile().readOrCreate(random));
    this.tasks = new SqlCallTasks(database);
    this.housekeeping = new Housekeeping(staff, store, tasks, surroundings);
    this.runtimes = withGroups(runtimes, clock);
    settings.remembering().accept(new SqlMemories(database));
    this.recovered = staff.crew().begin(this.runtimes, reaper, new MachineMemory());
  }

  /// Whoever works in whatever way, several of them can be asked at once.
  private static List<AgentRuntime> withGroups(List<AgentRuntime> others, InstantSource clock) {
    var all = new ArrayList<>(others);
    all.add(new GroupRuntime(clock));
    return List.copyOf(all);
  }

  /// What runs had for themselves in this directory.
  static Clones clones(DataFolder folder) {
    return new Clones(folder.clones(), new Git(System.getenv(), folder.git()));
  }

  public static Household open(
      Settings settings, Roster roster, List<AgentRuntime> runtimes, Reaper reaper) {
    var directory =
        DataDirectory.open(settings.place(), Version.number(), settings.surroundings().clock());
    try {
      var database =
          SqliteDatabase.open(
              directory.layout().database(),
              directory.libraries(),
              SqlRunStore.migrations(),
              settings.onFatal());
      try {
        return new Household(directory, database, settings, roster, runtimes, reaper);
      } catch (RuntimeException e) {
        database.close();
        throw e;
      }
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /// With the workshop of its runtimes, which closes when nobody is at work any more.
  Household with(Workshop shop) {
    workshop = shop;
    return this;
  }

  /// With what makes agents of what callers bring along.
  Household with(InlineAgents agents) {
    inlineAgents = agents;
    return this;
  }

  /// With agents in workspaces elsewhere; null for none.
  Household with(@Nullable Fleets others) {
    fleets = others;
    return this;
  }

  @Nullable Fleets fleets() {
    return fleets;
  }

  InlineAgents inlineAgents() {
    return inlineAgents;
  }

  /// With its journals also in projects, in a folder of this name; null for no such folder.
  Household withJournalsIn(@Nullable String name) {
    journalFolder = name;
    return this;
  }

  /// What agents did, as text; they follow what happens once they are told to begin.
  synchronized Journals journals() {
    if (journals == null) {
      var folder = directory.layout().journals();
      journals = new Journals(staff, register(), clock, folder, journalFolder);
    }
    return journals;
  }

  /// The servers whose tools agents may use, as they are now.
  List<ServerState> toolServers() {
    return workshop == null ? List.of() : workshop.toolServers().states();
  }

  public Staff staff() {
    return staff;
  }

  public Callers callers() {
    return callers;
  }

  public CallTasks tasks() {
    return tasks;
  }

  /// Lists of its runs.
  public Register register() {
    return new Register(staff, store);
  }

  /// From where callers speak.
  public Seats seats() {
    return seats;
  }

  /// Signs where payloads can be fetched without a token.
  public PayloadLinks links() {
    return links;
  }

  /// The sessions that callers name as they like.
  public ChosenIds chosenIds() {
    return chosenIds;
  }

  /// Tells those who carry out runs where this daemon listens, for runs that are to reach it.
  void reachableAt(String url) {
    runtimes.forEach(runtime -> runtime.reachable(URI.create(url), callers::tokenOf));
  }

  /// Tells those who look where this daemon listens.
  void announce(String host, int port) {
    directory.announce(host, port);
  }

  /// Tells those who look that it listens no more.
  void withdraw() {
    directory.withdraw();
  }

  /// Where it really is.
  Path folder() {
    return directory.folder();
  }

  /// Where the owner's token is.
  Path tokenFile() {
    return directory.folder().resolve("token");
  }

  /// What was found at the start, and what became of it.
  public Recovery.Report recovered() {
    return recovered;
  }

  /// Lets go what the rules let go, and the files of runs that a killed process had not yet removed
  /// with them.
  public int clean(Retention rules) {
    int gone = housekeeping.clean(rules);
    blobs.sweep(run -> store.recorded(run).isPresent(), UNKNOWN);
    clones.sweep(
        run -> store.recorded(run).isPresent(),
        run -> store.recorded(run).filter(it -> !it.ended()).isPresent(),
        clock.instant().minus(rules.cloneAge()));
    return gone;
  }

  /// Removes what was made in the folders of sessions that are closed: nobody works there any more.
  int cleanRooms() {
    return Rooms.beside(directory.processes())
        .sweep(id -> store.session(id).filter(it -> it.busy() || !it.closed()).isPresent());
  }

  @Override
  public void close() {
    close(Crew.GRACE);
  }

  /// @param grace how long what is at work may take to let go
  void close(Duration grace) {
    // Each of them even if the one before fails: a lock that is kept keeps the next one out.
    try (directory;
        database;
        var _ = fleets;
        var _ = workshop;
        var _ = journals) {
      staff.crew().close(grace);
    }
  }
}
