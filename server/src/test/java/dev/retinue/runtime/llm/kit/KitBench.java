package dev.retinue.runtime.llm.kit;

import dev.retinue.core.Agent;
import dev.retinue.core.Commission;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Vigilance;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.process.Enclosure;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Spawn;
import dev.retinue.process.Supervisor;
import dev.retinue.process.git.Git;
import dev.retinue.runtime.cli.confine.Confines;
import dev.retinue.runtime.cli.confine.Guest;
import dev.retinue.runtime.cli.isolation.Clones;
import dev.retinue.runtime.llm.kit.web.Gate;
import dev.retinue.runtime.llm.server.Borrower;
import dev.retinue.runtime.llm.server.Grounds;
import dev.retinue.runtime.llm.server.McpServers;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.runtime.llm.tool.Toolbox;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Runs that use the tools of their kits, without a model.
final class KitBench implements AutoCloseable {
  static final String AGENT = "handy";

  private final Path folder;
  private final Path work;
  private final Confines confines;
  private final McpServers servers;
  private final TestData data;
  private final TestStaff staff;
  private volatile List<Tool> tools = List.of();

  KitBench(Path folder, Permissions house) throws IOException {
    this.folder = folder;
    this.work = Files.createDirectories(folder.resolve("work")).toRealPath();
    var environment =
        Map.of(
            "PATH", "/usr/bin:/bin", "HOME", folder.toString(), "OPENAI_API_KEY", "k", "MINE", "m");
    var supervisor = new Supervisor(folder, environment);
    confines = Confines.usual(supervisor);
    var grounds =
        new Grounds(
            supervisor, Files.createDirectories(folder.resolve("run")), environment, this::around);
    var clock = new TestClock();
    servers = new McpServers(List.of(), grounds, house, (InstantSource) clock);
    var usual = Rules.DEFAULT;
    data = new TestData(folder.resolve("data"), clock);
    staff =
        TestStaff.on(
            data,
            clock,
            new Rules(
                usual.limits(), usual.requests(), usual.starts(), Roots.of(List.of(work), null)));
    var kits =
        new Kits(
            new Kits.House(
                grounds,
                new Clones(
                    folder.resolve("clones"), new Git(System.getenv(), folder.resolve("git"))),
                house,
                Gate.World.PUBLIC,
                data::memories,
                Duration.ofSeconds(20),
                clock),
            servers);
    Toolbox box =
        run -> {
          kits.prepare(run);
          var lent = kits.lend(run);
          tools = lent.tools();
          return lent;
        };
    staff.begin(new Borrower(box));
  }

  /// Those of the agent.
  List<Tool> tools() {
    play("tools");
    return tools;
  }

  /// As the daemon puts walls around what it starts.
  private Enclosure around(Spawn spawn, Confinement confinement, Path own) {
    if (confinement.tier() < 2) {
      return Enclosure.LIMITS;
    }
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
                List.of(),
                List.of(spawn.files().output(), spawn.files().errors())))
        .enclosure();
  }

  Confines confines() {
    return confines;
  }

  Path work() {
    return work;
  }

  TestStaff staff() {
    return staff;
  }

  KitBench hire(boolean trusted, Permissions own, Kit... kits) {
    return hire(trusted, own, Confinement.USUAL, kits);
  }

  KitBench hire(Confinement confinement, Kit... kits) {
    return hire(true, Permissions.NONE, confinement, kits);
  }

  private KitBench hire(boolean trusted, Permissions own, Confinement confinement, Kit... kits) {
    var craft =
        new Craft(
            new Craft.Origin("handy.yaml", trusted),
            "",
            List.of(kits),
            Team.NONE,
            Craft.Background.NONE,
            Thought.USUAL,
            Map.of(),
            List.of(),
            null);
    staff.hire(
        new Agent(
            AGENT,
            "uses tools",
            new Agent.Means("llm", null),
            "",
            List.of("none"),
            Agent.Limits.NONE,
            new Conduct(own, confinement, Vigilance.USUAL, null),
            craft));
    return this;
  }

  KitBench hire(Kit... kits) {
    return hire(true, Permissions.NONE, kits);
  }

  RunId start(String... lines) {
    return staff.start(
        StartRequest.of(AGENT, String.join("\n", lines).replace('\'', '"'))
            .under(Commission.Terms.NONE.in(work.toString())));
  }

  List<String> play(String... lines) {
    return said(start(lines));
  }

  List<String> said(RunId run) {
    staff.awaitEnd(run);
    return staff.events(run).stream()
        .filter(RunEvent.Said.class::isInstance)
        .map(event -> ((RunEvent.Said) event).text())
        .toList();
  }

  List<String> noted(RunId run) {
    staff.awaitEnd(run);
    return staff.events(run).stream()
        .filter(RunEvent.Noted.class::isInstance)
        .map(event -> ((RunEvent.Noted) event).text())
        .toList();
  }

  /// All that has the mark of a run here.
  List<String> processes() {
    var mark = LeftoverProcesses.MARK + "=" + folder;
    try (var all = Files.list(Path.of("/proc"))) {
      return all.filter(it -> it.getFileName().toString().matches("\\d+"))
          .filter(it -> environment(it).anyMatch(mark::equals))
          .map(Path::toString)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> environment(Path process) {
    try {
      return Stream.of(Files.readString(process.resolve("environ")).split("\0", -1));
    } catch (IOException | UncheckedIOException e) {
      return Stream.empty();
    }
  }

  List<Path> folders() throws IOException {
    try (var all = Files.list(folder.resolve("run"))) {
      return all.toList();
    }
  }

  @Override
  public void close() {
    staff.close();
    servers.close();
  }
}
