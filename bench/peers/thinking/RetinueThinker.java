package dev.retinue.bench.peer;

import dev.retinue.cli.Household;
import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Conduct;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.State;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Team;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.llm.Prices;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.llm.provider.Providers;
import dev.retinue.llm.wire.Wire;
import dev.retinue.runtime.llm.LlmRuntime;
import dev.retinue.runtime.llm.team.Teams;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.runtime.llm.tool.Toolbox;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Agents of the product: a staff with its usual store, and its loop.
final class RetinueThinker implements Thinker {
  private static final Caller CALLER = Caller.owner();
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int SLOTS = 2000;
  private static final String MEMBER = "turns-5";
  private static final List<String> MEMBERS = List.of("member0", "member1", "member2");

  /// All of them at hand, so that they are all counted.
  private static final SessionLimits SESSIONS =
      new SessionLimits(
          100_000,
          100_000,
          100_000,
          Duration.ofHours(1),
          5,
          10_000,
          64L << 20,
          Duration.ofMinutes(10));

  private final Household household;

  RetinueThinker(Path folder, String address) {
    var runtime =
        new LlmRuntime(
            new Providers(new Wire(InstantSource.system())),
            new LlmRuntime.House(
                Map.of("LLM_ENDPOINT", address + "/v1"),
                new Prices(LocalDate.EPOCH, Map.of()),
                Toolbox.of(
                    List.of(
                        new Teams(Permissions.NONE, InstantSource.system()),
                        _ -> () -> List.of(new Look()))),
                LIMIT),
            InstantSource.system());
    household =
        Household.open(
            new Household.Settings(
                folder,
                new Rules(
                    new Limits(SLOTS, SLOTS, 5, 100, 1_000_000),
                    Rate.ANY,
                    Rate.ANY,
                    Roots.NONE,
                    SESSIONS),
                0,
                Surroundings.real(),
                () -> System.exit(9)),
            RetinueThinker::staff,
            List.of(runtime),
            _ -> {});
  }

  private static List<Agent> staff() {
    var team = new Team(MEMBERS.stream().map(it -> new Team.Mate(it, it)).toList(), List.of());
    var none = Craft.NONE;
    var craft =
        new Craft(
            none.origin(),
            "",
            none.kits(),
            team,
            none.background(),
            none.thought(),
            none.commands(),
            none.hooks(),
            null);
    var all = new ArrayList<Agent>();
    all.add(agent());
    all.add(agent("lead", "endpoint/lead-3", craft));
    MEMBERS.forEach(name -> all.add(agent(name, "endpoint/" + MEMBER, none)));
    return all;
  }

  private static Agent agent(String name, String model, Craft craft) {
    var plain = agent();
    return new Agent(
        name,
        "looks at shelves",
        new Agent.Means(LlmRuntime.NAME, model),
        plain.instructions(),
        List.of(),
        plain.limits(),
        Conduct.USUAL,
        craft);
  }

  private static Agent agent() {
    return new Agent(
        "thinker",
        "",
        new Agent.Means(LlmRuntime.NAME, null),
        "You are an agent. Work on your contract until it is fulfilled.",
        List.of(),
        Agent.Limits.NONE);
  }

  @Override
  public Thought think(String model) throws Exception {
    var staff = household.staff();
    var id = staff.start(CALLER, request(model)).id();
    var run = staff.await(CALLER, id, Run::ended, LIMIT);
    if (run.state() instanceof State.Completed completed) {
      return new Thought(id.text(), completed.summary(), (int) run.dossier().usage().turns());
    }
    throw new IllegalStateException("a run did not complete: " + run.state());
  }

  /// The turns of its members are known to be right by what they said.
  @Override
  public Thought thinkInTeam(String member) throws Exception {
    var staff = household.staff();
    var id = staff.start(CALLER, StartRequest.of("lead", "Look at all shelves.")).id();
    var run = staff.await(CALLER, id, Run::ended, LIMIT);
    if (!(run.state() instanceof State.Completed completed)) {
      throw new IllegalStateException("a team did not complete: " + run.state());
    }
    var answers =
        household.staff().feed().read(CALLER, id, 0, 1000).stream()
            .filter(it -> it.event() instanceof RunEvent.ToolAnswered told && !told.failed())
            .count();
    int turns = Integer.parseInt(member.split("-")[1]) + 1;
    return new Thought(
        id.text(),
        completed.summary(),
        (int) run.dossier().usage().turns() + (int) answers * turns);
  }

  @Override
  public Conversation converse() {
    var sessions = household.staff().sessions();
    var opening =
        new Sessions.Opening("thinker", null, null, Budget.UNLIMITED, "endpoint/turns-0", false);
    var id = sessions.open(CALLER, opening).id();
    return text -> {
      var run = sessions.send(CALLER, id, new Sessions.Message(text)).id();
      var ended = household.staff().await(CALLER, run, Run::ended, LIMIT);
      if (!(ended.state() instanceof State.Completed)) {
        throw new IllegalStateException("a message was not answered: " + ended.state());
      }
    };
  }

  private static StartRequest request(String model) {
    var manner = new StartRequest.Manner(RunId.Prefix.AGENT, "endpoint/" + model, Map.of());
    return new StartRequest("thinker", "Look at all shelves.", manner, Terms.NONE, null);
  }

  /// Whoever reads its events later finds all of them, each once, and the answer in one of them.
  @Override
  public boolean isRecorded(Thought thought) {
    var recorded = household.staff().feed().read(CALLER, new RunId(thought.id()), 0, 1000);
    long next = 1;
    int said = 0;
    for (var one : recorded) {
      if (one.sequence() != next++) {
        return false;
      }
      said +=
          one.event() instanceof RunEvent.Said it && it.text().startsWith(thought.text()) ? 1 : 0;
    }
    return said == 1;
  }

  /// The tool of the script.
  private record Look() implements Tool {
    private static final ToolSpec SPEC =
        new ToolSpec(
            "look",
            "Looks at a place.",
            """
            {"type":"object","properties":{"place":{"type":"string","description":"The place to look at, by its name."}},"required":["place"]}
            """);

    @Override
    public ToolSpec spec() {
      return SPEC;
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }

    @Override
    public Result call(String call, ObjectNode input) {
      return Result.of("All is well at %s.".formatted(input.path("place").asString()));
    }
  }
}
