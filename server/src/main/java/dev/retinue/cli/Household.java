package dev.retinue.cli;

import dev.retinue.core.Digest;
import dev.retinue.core.Limit;
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
import dev.retinue.core.staff.Costs;
import dev.retinue.core.staff.Crew;
import dev.retinue.core.staff.Housekeeping;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Moves;
import dev.retinue.core.staff.PayloadLinks;
import dev.retinue.core.staff.Recovery;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.RunTokens;
import dev.retinue.core.staff.Seats;
import dev.retinue.core.staff.SignIns;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.core.staff.TokenDesk;
import dev.retinue.core.tool.ServerState;
import dev.retinue.process.MachineMemory;
import dev.retinue.runtime.cli.isolation.Clones;
import dev.retinue.runtime.group.GroupRuntime;
import dev.retinue.runtime.group.GroupStaff;
import dev.retinue.store.SqlCallTasks;
import dev.retinue.store.SqlCredentials;
import dev.retinue.store.SqlMemories;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.SqlSpendBook;
import dev.retinue.store.backup.ZipParcels;
import dev.retinue.store.files.DataDirectory;
import dev.retinue.store.files.FileBlobs;
import dev.retinue.store.files.Reserve;
import dev.retinue.store.files.SignOutFile;
import dev.retinue.store.sqlite.SqliteDatabase;
import dev.retinue.toolset.checks.AcceptanceChecks;
import dev.retinue.toolset.fleet.Fleets;
import dev.retinue.toolset.journal.Journals;
import dev.retinue.toolset.sessions.InlineAgents;
import dev.retinue.watch.Watchtower;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Everything of one data directory, put together: lock, reap, recover, and only then work.
public final class Household implements AutoCloseable {
  private final DataDirectory directory;
  private final SqliteDatabase database;
  private final Staff staff;
  private final Callers callers;
  private final CallTasks tasks;
  private final Housekeeping housekeeping;
  private final RunStore store;
  private final PayloadLinks links;
  private final ChosenIds chosenIds;
  private final SignIns signIns;
  private final FileBlobs blobs;
  private final List<AgentRuntime> runtimes;
  private final Clones clones;
  private final InstantSource clock;
  private final Recovery.Report recovered;
  private final Condition condition;
  private final Seats seats = new Seats();
  private @Nullable Workshop workshop;
  private final AuditKeeping auditing;
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
  /// @param watch counts what happens
  public record Settings(
      Path place,
      Rules rules,
      long diskReserve,
      Surroundings surroundings,
      Runnable onFatal,
      CheckCommands commands,
      Consumer<Memories> remembering,
      Watchtower watch) {
    /// With nobody else who counts.
    public Settings(
        Path place,
        Rules rules,
        long diskReserve,
        Surroundings surroundings,
        Runnable onFatal,
        CheckCommands commands,
        Consumer<Memories> remembering) {
      this(
          place,
          rules,
          diskReserve,
          surroundings,
          onFatal,
          commands,
          remembering,
          new Watchtower(Version.number(), System::nanoTime));
    }

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
    var watch = settings.watch();
    watch.staffed(() -> Condition.names(roster));
    var surroundings = settings.surroundings().observedBy(watch);
    this.store = new SqlRunStore(database);
    this.blobs = new FileBlobs(directory.blobs(), surroundings.clock(), settings.onFatal());
    this.clones = Cleaning.clones(directory.layout());
    this.clock = surroundings.clock();
    var reserve = directory.reserve(settings.diskReserve(), surroundings.nanoTime());
    var random = new SecureRandom();
    var key = new SecretKeySpec(directory.keyFile().readOrCreate(random), "HmacSHA256");
    this.callers =
        new Callers(new SqlCredentials(database), store, new RunTokens(key), surroundings);
    var rules = settings.rules().around(directory.folder()).granting(callers);
    callers.beside(rules::grantElsewhere); // Before anything goes on that one of them has begun.
    this.staff =
        new Staff(
            store,
            new RemovedWithRun(blobs, clones),
            new GroupStaff(roster),
            rules,
            surroundings,
            reserve::require,
            new AcceptanceChecks(settings.commands()));
    this.auditing = new AuditKeeping(staff.audit());
    staff.limits().bound(Limit.DISK_RESERVE, settings.diskReserve());
    staff.limits().spentIn(new SqlSpendBook(database), clock);
    this.links = new PayloadLinks(key, surroundings.clock());
    this.chosenIds = new ChosenIds(key);
    this.signIns =
        new SignIns(
                key, callers::holderOf, new SignOutFile(directory.folder(), clock), surroundings)
            .knowing(callers::endOf);
    callers.owner(directory.tokenFile().readOrCreate(random));
    this.tasks = new SqlCallTasks(database);
    this.housekeeping = new Housekeeping(staff, store, tasks, surroundings);
    // Whoever works in whatever way, several of them can be asked at once.
    this.runtimes = Stream.concat(runtimes.stream(), Stream.of(new GroupRuntime(clock))).toList();
    settings.remembering().accept(new SqlMemories(database));
    this.recovered = staff.crew().begin(this.runtimes, reaper, new MachineMemory());
    this.condition = new Condition(watch, staff, database, reserve);
  }

  /// How it is.
  Condition condition() {
    return condition;
  }

  public static Household open(
      Settings settings, Roster roster, List<AgentRuntime> runtimes, Reaper reaper) {
    var clock = settings.surroundings().clock();
    var directory = DataDirectory.open(settings.place(), Version.number(), Version.build(), clock);
    try {
      var database =
          SqliteDatabase.open(
              directory.layout().database(),
              directory.libraries(),
              SqlRunStore.migrations(),
              settings.onFatal(),
              settings.watch());
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
    fleets = others == null ? null : others.notedBy(staff.audit());
    return this;
  }

  @Nullable Fleets fleets() {
    return fleets;
  }

  InlineAgents inlineAgents() {
    return inlineAgents;
  }

  /// What it notes itself of who did what.
  AuditKeeping auditing() {
    return auditing;
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

  /// Tokens, for those who may have to do with them.
  TokenDesk tokenDesk() {
    return new TokenDesk(callers, staff);
  }

  /// What was spent.
  Costs costs() {
    return new Costs(new SqlSpendBook(database), store, callers, clock);
  }

  public CallTasks tasks() {
    return tasks;
  }

  /// Lists of its runs.
  public Register register() {
    return new Register(staff, store);
  }

  /// Takes runs out of it, and lets others in.
  Moves moves() {
    var parcels = new ZipParcels(store, blobs, directory.folder(), Version.number(), clock);
    return new Moves(staff, store, blobs, parcels);
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

  /// A link that signs the owner in with a browser.
  SignIns.Link ownerLink() {
    var token = directory.tokenFile().find().orElse("");
    return signIns.link(Digest.ofText(token));
  }

  /// Lets people in with a browser.
  public SignIns signIns() {
    return signIns;
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
    auditing.cleaned(gone, clock.instant());
    costs().forgetOld();
    new Cleaning(store, blobs, clones).files(rules, clock.instant());
    return gone;
  }

  /// Removes what was made in the folders of sessions that are closed: nobody works there any more.
  int cleanRooms() {
    return new Cleaning(store, blobs, clones).rooms(directory.processes());
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
        condition;
        var _ = fleets;
        var _ = workshop;
        var _ = journals) {
      staff.crew().close(grace);
      auditing.end();
    }
  }
}
