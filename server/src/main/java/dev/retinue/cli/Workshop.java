package dev.retinue.cli;

import dev.retinue.config.Settings;
import dev.retinue.core.Confinement;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.CheckCommands;
import dev.retinue.core.port.Reaper;
import dev.retinue.llm.Prices;
import dev.retinue.llm.provider.Providers;
import dev.retinue.llm.wire.Wire;
import dev.retinue.process.Enclosure;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.OperatorCommands;
import dev.retinue.process.Spawn;
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
import dev.retinue.runtime.cli.confine.Guest;
import dev.retinue.runtime.cli.gemini.Gemini;
import dev.retinue.runtime.cli.generic.AnyProgram;
import dev.retinue.runtime.cli.opencode.OpenCode;
import dev.retinue.runtime.llm.LlmRuntime;
import dev.retinue.runtime.llm.server.Grounds;
import dev.retinue.runtime.llm.server.McpServers;
import dev.retinue.runtime.llm.tool.Toolbox;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.store.files.DataFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where runs are carried out: by a script, and by the programs that are installed, as the owner
/// wants them kept.
final class Workshop {
  /// The programs that are known.
  static final List<Profile> PROFILES =
      List.of(new Claude(), new Codex(), new Gemini(), new OpenCode(), new AnyProgram());

  private static final Duration ANSWER_PATIENCE = Duration.ofHours(1);

  private final Path place;
  private final Settings.Supervision supervision;
  private final Map<String, String> environment;
  private final Supervisor supervisor;
  private final Path processes;
  private final Confines confines;
  private final Doorway doorway = new Doorway();

  /// @param place the data directory
  /// @param environment of the daemon
  Workshop(Path place, Settings.Supervision supervision, Map<String, String> environment) {
    this.place = place;
    this.supervision = supervision;
    this.environment = environment;
    this.supervisor = new Supervisor(place, environment);
    this.processes = new DataFolder(place).processes();
    this.confines = confines();
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
    runtimes.add(thinking(clock));
    for (var profile : PROFILES) {
      runtimes.add(new CliRuntime(profile, programs, supervisor, processes, clock, house));
    }
    return runtimes;
  }

  /// Those who think in this process, with a model.
  private LlmRuntime thinking(InstantSource clock) {
    var house = new LlmRuntime.House(environment, Prices.shipped(), Toolbox.EMPTY, ANSWER_PATIENCE);
    return new LlmRuntime(new Providers(new Wire(clock)), house, clock);
  }

  private Premises premises() {
    return new Premises(confines, Household.clones(new DataFolder(place)));
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
        supervisor, environment, processes, supervision.checks(), this::around);
  }

  /// The servers whose tools agents may use. Whoever takes it closes it, after the runs.
  McpServers toolServers() {
    return new McpServers(
        supervision.toolServers(),
        new Grounds(supervisor, processes, environment, this::around),
        supervision.permissions(),
        InstantSource.system());
  }

  /// The tier of the run that is looked at, or the one for all.
  private Enclosure around(Spawn spawn, Confinement confinement, Path own) {
    return confines
        .place(
            new Guest(
                spawn.run(),
                confinement,
                spawn.directory(),
                true,
                own,
                own.resolve("tmp"),
                Path.of(spawn.command().getFirst()),
                List.of(),
                spawn.environment(),
                List.of()))
        .enclosure();
  }

  /// First what is at work, and then what it was at work in.
  Reaper reaper() {
    var atWork = new LeftoverProcesses(place);
    var covers = new LeftoverCovers();
    var folders = new LeftoverFolders(processes);
    return runs -> {
      atWork.reap(runs);
      covers.reap(runs);
      folders.reap(runs);
    };
  }
}
