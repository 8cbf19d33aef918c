package dev.retinue.cli;

import dev.retinue.cli.exec.Preparation;
import dev.retinue.config.Settings;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.CheckCommands;
import dev.retinue.core.port.Memories;
import dev.retinue.core.port.Observer;
import dev.retinue.core.port.Reaper;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.OperatorCommands;
import dev.retinue.process.OperatorLines;
import dev.retinue.process.Supervisor;
import dev.retinue.process.sandbox.LeftoverCovers;
import dev.retinue.process.sandbox.Sandbox;
import dev.retinue.runtime.cli.CliRuntime;
import dev.retinue.runtime.cli.Doorway;
import dev.retinue.runtime.cli.LeftoverFolders;
import dev.retinue.runtime.cli.Premises;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.confine.Confines;
import dev.retinue.runtime.cli.gemini.Gemini;
import dev.retinue.runtime.cli.generic.AnyProgram;
import dev.retinue.runtime.cli.javafile.JavaFile;
import dev.retinue.runtime.cli.opencode.OpenCode;
import dev.retinue.runtime.llm.hook.CommandLines;
import dev.retinue.runtime.llm.kit.Kits;
import dev.retinue.runtime.llm.kit.web.Gate;
import dev.retinue.runtime.llm.server.Grounds;
import dev.retinue.runtime.llm.server.McpServers;
import dev.retinue.runtime.llm.team.Teams;
import dev.retinue.runtime.llm.tool.Toolbox;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.store.files.DataFolder;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where runs are carried out: by a script, by a model, and by the programs that are installed, as
/// the owner wants them kept.
final class Workshop implements AutoCloseable {
  /// The programs that are known.
  static final List<Profile> PROFILES =
      List.of(
          new Claude(),
          new Codex(),
          new Gemini(),
          new OpenCode(),
          new AnyProgram(),
          new JavaFile(launcher(), Preparation.needs(System.getenv())));

  private final Path place;
  private final Settings.Supervision supervision;
  private final Map<String, String> environment;
  private final Observer observer;
  private final Supervisor supervisor;
  private final Path processes;
  private final Confines confines;
  private final McpServers toolServers;
  private final Recollection recollection = new Recollection();
  private final Kits kits;
  private final Doorway doorway = new Doorway();
  private final Study study;

  /// With nobody who counts.
  Workshop(Path place, Settings settings, Map<String, String> environment) {
    this(place, settings, environment, Observer.NONE);
  }

  /// @param place the data directory
  /// @param environment of the daemon
  /// @param observer is told what becomes of programs
  Workshop(Path place, Settings settings, Map<String, String> environment, Observer observer) {
    this.place = place;
    this.observer = observer;
    this.supervision = settings.supervision();
    this.study = new Study(settings.thinking(), environment, InstantSource.system());
    this.environment = environment;
    this.supervisor = new Supervisor(place, environment, observer);
    this.processes = new DataFolder(place).processes();
    this.confines = confines();
    var clock = InstantSource.system();
    var rules = supervision.permissions();
    var grounds = new Grounds(supervisor, processes, environment, new Walls(confines));
    this.toolServers = new McpServers(supervision.toolServers(), grounds, rules, clock);
    var patience = settings.thinking().answerDeadline();
    var clones = Cleaning.clones(new DataFolder(place));
    var house =
        new Kits.House(grounds, clones, rules, world(settings), recollection, patience, clock);
    this.kits = new Kits(house, toolServers);
  }

  private Gate.World world(Settings settings) {
    return new Gate.World(Gate.Resolver.SYSTEM, settings.thinking().networks(), doorway::port);
  }

  /// Where this was not started by one, that on the `PATH` will do.
  private static Path launcher() {
    return Install.findLauncher(System.getProperties()).orElse(Path.of("retinue"));
  }

  /// What is known of the program of a runtime.
  static Optional<Profile> profile(String runtime) {
    return PROFILES.stream().filter(profile -> profile.name().equals(runtime)).findFirst();
  }

  List<AgentRuntime> runtimes() {
    var clock = InstantSource.system();
    var house = new CliRuntime.House(supervision.permissions(), doorway, premises());
    var programs = new Programs(environment);
    var runtimes = new ArrayList<AgentRuntime>();
    runtimes.add(new ScriptedRuntime(clock));
    var teams = new Teams(supervision.permissions(), clock);
    runtimes.add(
        study
            .runtime(Toolbox.of(List.of(teams, kits)), commandLines(), supervision.permissions())
            .tracedBy(observer.tracer()));
    for (var profile : PROFILES) {
      runtimes.add(new CliRuntime(profile, programs, supervisor, processes, clock, house));
    }
    return runtimes;
  }

  /// What the owner wrote into the files of his agents is run by us, and not by them.
  private CommandLines commandLines() {
    var lines = new OperatorLines(supervisor, environment, processes);
    return (line, folder, heard, deadline) -> {
      var result = lines.run(line, folder, heard, deadline);
      return new CommandLines.Outcome(result.exit(), result.output(), result.errors());
    };
  }

  private Premises premises() {
    return new Premises(confines, Cleaning.clones(new DataFolder(place)));
  }

  /// One for all: it knows what stands in the place of missing files, and for whom.
  private Confines confines() {
    var all = supervision.sandbox();
    return new Confines(
        new Sandbox(supervisor, environment),
        new Confines.Policy(all.tier(), all.readable(), all.writable(), supervision.trusted()));
  }

  /// What the owner lets callers name as checks.
  CheckCommands commands() {
    return new OperatorCommands(
        supervisor, environment, processes, supervision.checks(), new Walls(confines));
  }

  /// The servers whose tools agents may use.
  McpServers toolServers() {
    return toolServers;
  }

  /// Where agents remember.
  void remember(Memories memories) {
    recollection.open(memories);
  }

  /// First what is at work, and then what it was at work in.
  Reaper reaper() {
    var atWork = new LeftoverProcesses(place, observer);
    var covers = new LeftoverCovers();
    var folders = new LeftoverFolders(processes);
    return runs -> {
      atWork.reap(runs);
      covers.reap(runs);
      folders.reap(runs);
    };
  }

  /// Nobody is at work any more.
  @Override
  public void close() {
    toolServers.close();
    study.close();
  }
}
