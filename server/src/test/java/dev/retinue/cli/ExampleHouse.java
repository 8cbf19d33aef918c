package dev.retinue.cli;

import dev.retinue.config.Configuration;
import dev.retinue.config.team.AgentFolder;
import dev.retinue.config.team.FileStaff;
import dev.retinue.config.team.TeamFile;
import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Follower;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.runtime.cli.Programs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/// A household as the daemon has it, in an environment of its own, for agents of files.
public final class ExampleHouse implements AutoCloseable {
  private static final Caller OWNER = Caller.owner();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Household household;
  private final Follower following;
  private final Queue<String> answers = new ConcurrentLinkedQueue<>();

  private ExampleHouse(Household household) {
    this.household = household;
    this.following = household.staff().feed().followAll(OWNER, 0, (events, _) -> hear(events));
  }

  /// In this data directory.
  ///
  /// @param agents the operator's folder of agents
  /// @param environment all that it sees
  public static ExampleHouse open(
      Path data, Path config, Path agents, Map<String, String> environment) {
    var configuration = ConfigOption.read(config, List.of(), environment);
    var settings = configuration.settings();
    var workshop = new Workshop(data, settings, environment);
    return new ExampleHouse(
        Household.open(
                new Household.Settings(
                    data,
                    settings.rules(),
                    settings.diskReserve(),
                    Surroundings.real(),
                    () -> {},
                    workshop.commands(),
                    workshop::remember),
                new FileStaff(
                        UsualStaff.of(new Programs(environment)),
                        AgentShelf.files(settings),
                        List.of(AgentFolder.trusted(agents)))
                    .yielding(UsualStaff::isToWatch),
                workshop.runtimes(),
                workshop.reaper())
            .with(workshop));
  }

  /// Whoever asks gets the next answer.
  private boolean hear(List<Recorded> events) {
    for (var it : events) {
      if (it.event() instanceof RunEvent.Asked(var _, var need) && need.kind().takesWords()) {
        var answer = Optional.ofNullable(answers.poll()).orElse("deny: nobody is there");
        Thread.ofVirtual()
            .start(() -> household.staff().answer(OWNER, it.run(), need.id(), answer));
      }
    }
    return true;
  }

  /// Has an agent do something, until it has ended.
  public Run play(String agent, String prompt, Path folder, List<String> said)
      throws InterruptedException {
    answers.addAll(said);
    var request = StartRequest.of(agent, prompt).under(Terms.NONE.in(folder.toString()));
    var run = household.staff().start(OWNER, request);
    return household.staff().await(OWNER, run.id(), it -> it.ended() && !it.ending(), PATIENCE);
  }

  public List<RunEvent> events(RunId run) {
    return household.staff().feed().read(OWNER, run, 0, 10_000).stream()
        .map(Recorded::event)
        .toList();
  }

  /// The first begun first.
  public List<Run> runs() {
    return household.register().list(OWNER, Set.of(), null, 100).runs().stream()
        .sorted(Comparator.comparing(it -> it.commission().createdAt()))
        .toList();
  }

  @Override
  public void close() {
    following.close();
    household.close();
  }

  // What can be known of files without anybody at work.

  private static Configuration plain() {
    return ConfigOption.read(null, List.of(), Map.of("HOME", "/nowhere"));
  }

  public static TeamFile read(Path file) {
    return AgentShelf.files(plain().settings()).require(file, true);
  }

  public static String schema() {
    return AgentShelf.files(plain().settings()).schema();
  }

  /// Who is there besides, where claude and codex are installed.
  public static Set<String> staff(Path bin) {
    return UsualStaff.of(new Programs(Map.of("PATH", bin.toString()))).all().stream()
        .map(Agent::name)
        .collect(Collectors.toSet());
  }

  /// The keys that an agent needs, with all with whom it works, in words.
  public static String keys(TeamFile team) {
    var minds = new Minds(plain().settings().thinking(), Map.of(), InstantSource.system());
    return minds.lacks(team.agents().getFirst(), team::agents).orElse("");
  }
}
