package dev.retinue.runtime.cli;

import dev.retinue.core.Agent;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Confinement;
import dev.retinue.core.Dossier;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Permissions;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.permission.Policy;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.process.Census;
import dev.retinue.process.Child;
import dev.retinue.process.Signal;
import dev.retinue.process.Spawn;
import dev.retinue.process.Supervisor;
import dev.retinue.process.sandbox.Sandbox;
import dev.retinue.runtime.cli.isolation.Rooms;
import dev.retinue.runtime.cli.watch.Attempts;
import dev.retinue.runtime.cli.watch.SessionTotal;
import dev.retinue.runtime.form.Form;
import dev.retinue.runtime.form.Repair;
import dev.retinue.runtime.standby.Standby;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Carries out runs by a program: started under supervision, heard line by line, and gone without a
/// trace when the run is.
public final class CliRuntime implements AgentRuntime {
  /// Under which fact the program's own session is kept.
  static final String SESSION = "cli_session";

  private static final String PROGRAM = "program";

  private final Profile profile;
  private final Programs programs;
  private final Supervisor supervisor;
  private final Path processes;
  private final Logins logins;
  private final InstantSource clock;
  private final House house;
  private final Aftercare aftercare;
  private final Premises premises;
  private final Census census = new Census(System::nanoTime);
  private final Threshold threshold = new Threshold();

  /// @param processes where the folders of runs are; those of sign-ins are beside it
  public CliRuntime(
      Profile profile,
      Programs programs,
      Supervisor supervisor,
      Path processes,
      InstantSource clock) {
    this(profile, programs, supervisor, processes, clock, House.NONE);
  }

  /// @param house what holds for all of them
  public CliRuntime(
      Profile profile,
      Programs programs,
      Supervisor supervisor,
      Path processes,
      InstantSource clock,
      House house) {
    this.profile = profile;
    this.programs = programs;
    this.supervisor = supervisor;
    this.processes = processes;
    this.logins = new Logins(processes.resolveSibling("logins"));
    this.clock = clock;
    this.house = house;
    this.premises =
        house.premises() == null
            ? Premises.usual(supervisor, programs, processes)
            : house.premises();
    this.aftercare = new Aftercare(clock, ZoneId.systemDefault());
  }

  /// What holds for every run, whoever carries it out.
  ///
  /// @param permissions the operator's rules
  /// @param doorway where runs find Retinue itself
  /// @param premises where programs are put; null for the usual
  public record House(Permissions permissions, Doorway doorway, @Nullable Premises premises) {
    public static final House NONE = new House(Permissions.NONE, new Doorway());

    public House(Permissions permissions, Doorway doorway) {
      this(permissions, doorway, null);
    }
  }

  @Override
  public String name() {
    return profile.name();
  }

  @Override
  public void reachable(URI address, Function<Run, String> tokenOf) {
    house.doorway().open(address, tokenOf);
  }

  @Override
  public Nature nature() {
    return Nature.PROGRAM;
  }

  @Override
  public boolean ready() {
    return programs.find(profile).isPresent();
  }

  @Override
  public boolean ready(Agent agent, Map<String, String> keys) {
    return programs.find(profile.of(agent)).isPresent();
  }

  @Override
  public long appetite() {
    return profile.appetite();
  }

  @Override
  public Set<String> readsItself(Agent agent, Path directory, Isolation isolation) {
    var setting = premises.setting(agent, directory, isolation);
    return profile.of(agent).guidance(directory, setting);
  }

  @Override
  public boolean opensMentions(Agent agent) {
    return profile.of(agent).opensMentions();
  }

  /// In the program's own session, once: who dies twice of it may die of it again. What was started
  /// and has not told its session has perhaps done something, and is not started anew.
  @Override
  public boolean canResume(Run run) {
    boolean begun = run.facts().containsKey(PROGRAM);
    return !begun
        || Standby.isHandedOver(run)
        || (session(run).isPresent() && Attempts.of(run.facts()).mayBeginAgain());
  }

  /// A private login that went with its run took the conversation with it.
  @Override
  public Optional<Map<String, String>> inheritance(Run former, Agent agent) {
    return agent.conduct().confinement().login() == Confinement.Login.RUN
        ? Optional.empty()
        : session(former)
            .map(
                session -> {
                  var facts = new HashMap<>(SessionTotal.facts(SessionTotal.of(former.facts())));
                  facts.put(SESSION, session);
                  return facts;
                });
  }

  private Optional<String> session(Run run) {
    return Optional.ofNullable(run.facts().get(SESSION)).filter(profile::isSession);
  }

  @Override
  public void carryOut(Work work) throws InterruptedException {
    if (Standby.isHandedOver(work.run())) {
      aftercare.goOn(work);
      return;
    }
    var own = profile.of(work.agent());
    var program = programs.find(own);
    if (program.isEmpty()) {
      fail(work, missing(own));
      return;
    }
    var weak = premises.confines().missing(work.agent().conduct().confinement());
    if (weak.isPresent()) {
      fail(work, new Trouble(Trouble.Kind.SANDBOX, weak.get()));
      return;
    }
    var unkept = profile.voice().isPresent() ? Optional.<String>empty() : policy(work).absolute();
    if (unkept.isPresent()) {
      fail(work, unable(own, unkept.get()));
      return;
    }
    work.awaitKeys();
    aftercare.tend(work, attend(own, work, program.get()));
  }

  private Parting attend(Profile own, Work work, Path program) throws InterruptedException {
    var attempt = Attempts.of(work.run().facts()).begin();
    try (var scratch = Scratch.of(processes, work.run())) {
      var lodging = new Lodging(premises, own, work, scratch, Rooms.beside(processes));
      lodging.remark().ifPresent(text -> work.tell(new RunEvent.Noted(now(), text)));
      var invocation = own.invocation(task(work, scratch, lodging), work.run());
      scratch.write(invocation.files(), invocation.input());
      var spawn = spawn(own, work, scratch, program, lodging.directory(), invocation);
      var place = lodging.place(spawn);
      var intent = new HashMap<>(attempt.facts());
      intent.putAll(Map.of(PROGRAM, program.toString(), "command", CommandLine.of(spawn)));
      intent.putAll(lodging.facts());
      announce(work, invocation, place, intent);
      var inside = spawn.inside(place.enclosure());
      var child = threshold.cross(own, scratch.output(), () -> supervisor.start(inside));
      try (var attendance = attendance(own, work, child, scratch, spawn)) {
        var parting = attendance.closing(() -> keep(work, lodging)).attend();
        learn(work, attempt.end().facts());
        lodging.leave();
        return parting;
      }
    } catch (RetinueException e) {
      return new Parting.Troubled(new Trouble(kind(e.code()), e.getMessage()));
    } catch (InterruptedException e) {
      learnAtLast(work, attempt.end().facts());
      throw e;
    }
  }

  /// Whoever cannot stay with a program must not leave it alone.
  private Attendance attendance(Profile own, Work work, Child child, Scratch scratch, Spawn spawn)
      throws InterruptedException {
    try {
      var conversation = conversation(work, child, spawn.directory());
      return new Attendance(own, work, conversation, scratch, census, clock)
          .hearing(own.lines(spawn.environment()));
    } catch (RuntimeException | Error e) {
      child.end(Signal.KILL, Duration.ZERO);
      throw e;
    }
  }

  /// The daemon leaves in order, and its successor may go on with this as often as it likes: that
  /// has to be written down, which nobody can who is being interrupted.
  private void learnAtLast(Work work, Map<String, String> facts) {
    boolean again = Thread.interrupted();
    learn(work, facts);
    if (again) {
      Thread.currentThread().interrupt();
    }
  }

  private static Trouble.Kind kind(ErrorCode code) {
    return switch (code) {
      case FORBIDDEN -> Trouble.Kind.PERMISSION;
      case INVALID_INPUT -> Trouble.Kind.ISOLATION;
      default -> Trouble.Kind.ERROR;
    };
  }

  /// On disk before anything is started, so that whoever comes after us knows what to look for.
  private void announce(
      Work work, Profile.Invocation invocation, Sandbox.Place place, Map<String, String> intent) {
    try {
      var warnings = new ArrayList<>(invocation.warnings());
      warnings.addAll(place.warnings());
      warn(work, warnings);
      intent.putAll(place.facts());
      learn(work, intent);
    } catch (RuntimeException e) {
      place.enclosure().end();
      throw e;
    }
  }

  /// What has become of its clone, before the run has ended: later nobody hears it.
  private void keep(Work work, Lodging lodging) throws InterruptedException {
    try {
      var facts = lodging.keep();
      if (!facts.isEmpty()) {
        learn(work, facts);
      }
    } catch (RetinueException e) {
      work.tell(new RunEvent.Noted(now(), e.getMessage()));
    }
  }

  private void learn(Work work, Map<String, String> facts) {
    work.tell(new RunEvent.Learned(now(), facts));
  }

  /// Kept with the run, and told as it happens.
  private void warn(Work work, List<String> warnings) {
    if (!warnings.isEmpty()) {
      var events = new ArrayList<RunEvent>();
      events.add(
          new RunEvent.Learned(now(), Map.of(Dossier.WARNINGS, String.join("\n", warnings))));
      warnings.forEach(warning -> events.add(new RunEvent.Noted(now(), warning)));
      work.tell(events);
    }
  }

  private Conversation conversation(Work work, Child child, Path directory) {
    return profile
        .voice()
        .map(voice -> Conversation.by(voice, work, policy(work), child, directory, clock))
        .orElseGet(() -> Conversation.none(child));
  }

  private Policy policy(Work work) {
    var agent = work.agent();
    return new Policy(
        house.permissions(), agent.conduct().permissions(), profile.listed(agent.tools()));
  }

  private Profile.Ties ties(Work work) throws InterruptedException {
    boolean reaches = work.agent().conduct().permissions().retinue();
    return new Profile.Ties(
        policy(work).isRuled(),
        reaches ? house.doorway().require(work.run()) : called(work),
        Funds.of(work).orElse(null));
  }

  private Doorway.@Nullable Door called(Work work) {
    return profile.callsBack() ? house.doorway().find(work.run()).orElse(null) : null;
  }

  private static Trouble missing(Profile profile) {
    return new Trouble(
        Trouble.Kind.NOT_INSTALLED,
        "There is no program '%s' on the PATH of the daemon. Install it with: %s"
            .formatted(profile.command(), profile.install()));
  }

  private static Trouble unable(Profile profile, String rule) {
    return new Trouble(
        Trouble.Kind.PERMISSION,
        "The rule '%s' denies something whatever happens, and %s cannot be held to it. Let an agent of the runtime claude do this, or take the rule out and confine it by its tools and its sandbox."
            .formatted(rule, profile.name()));
  }

  private static void fail(Work work, Trouble trouble) {
    work.fail(trouble.kind().reason(), trouble.kind().word() + ": " + trouble.message());
  }

  private Profile.Task task(Work work, Scratch scratch, Lodging lodging)
      throws InterruptedException {
    var model = work.run().commission().agent().model();
    return new Profile.Task(
        work.agent().instructions(),
        message(work),
        work.agent().tools(),
        model != null ? model : work.agent().means().model(),
        session(work.run()).orElse(null),
        scratch.folder(),
        lodging.directory(),
        Form.of(work.run()).orElse(null),
        ties(work),
        lodging.setting());
  }

  /// Who was interrupted knows its contract.
  private String message(Work work) {
    var run = work.run();
    boolean begun = run.facts().containsKey(PROGRAM);
    var contract = Acquaintance.isTalk(run) && !begun ? Acquaintance.message(work) : work.prompt();
    var repair = Repair.of(run);
    if (repair.isPresent()) {
      return Wording.repair(repair.get(), contract, session(run).isPresent());
    }
    return begun && session(run).isPresent() ? Wording.GO_ON : contract;
  }

  private Spawn spawn(
      Profile own,
      Work work,
      Scratch scratch,
      Path program,
      Path directory,
      Profile.Invocation invocation) {
    var command = new ArrayList<String>();
    command.add(program.toString());
    command.addAll(invocation.arguments());
    var variables = new HashMap<>(invocation.environment());
    variables.putAll(logins.environment(own, work, scratch));
    return new Spawn(
        work.run().id(),
        command,
        directory,
        programs.environment(own, work.keys(), variables, scratch.temporary()),
        new Spawn.Files(scratch.input(), scratch.output(), scratch.errors(), invocation.open()),
        Spawn.Limits.USUAL);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
