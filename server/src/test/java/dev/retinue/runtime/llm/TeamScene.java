package dev.retinue.runtime.llm;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Vigilance;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Hook;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.llm.Catalogue;
import dev.retinue.llm.Contexts;
import dev.retinue.llm.Price;
import dev.retinue.llm.Prices;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.provider.Providers;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.llm.wire.Wire;
import dev.retinue.runtime.llm.hook.CommandLines;
import dev.retinue.runtime.llm.team.Teams;
import dev.retinue.runtime.llm.tool.Permits;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.runtime.llm.tool.Toolbox;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Agents of files, made in Java, who think with a scripted model.
final class TeamScene implements AutoCloseable {
  static final String MODEL = "anthropic/thinker-1";
  static final String KEY = "sk-not-a-real-key-0123456789";
  private static final String BEGIN = "<llm-script>";
  private static final String END = "</llm-script>";

  /// A dollar for a thousand tokens, and two.
  private static final Map<String, Price> PRICES =
      Map.of(MODEL, price(1000), "openai-chat/second-1", price(2000));

  private final ScriptedLlm llm = ScriptedLlm.start();
  private final Wire wire = new Wire(InstantSource.system());
  private final TestClock clock = new TestClock();
  private final Path folder;
  private final List<Agent> agents = new ArrayList<>();
  private final List<AgentRuntime> others = new ArrayList<>();
  private final List<Tool> tools = new ArrayList<>();
  private Permissions house = Permissions.NONE;
  private Roots roots = Roots.NONE;
  private Limits limits = Limits.DEFAULT;
  private CommandLines lines = CommandLines.NONE;
  private @Nullable TestStaff staff;

  private TeamScene(Path folder) {
    this.folder = folder;
  }

  static TeamScene in(Path folder) {
    return new TeamScene(folder);
  }

  private static Price price(int dollars) {
    var each = BigDecimal.valueOf(dollars);
    return new Price(each, each, null, null);
  }

  // Who works here.

  /// One who is written in a file.
  static Agent agent(String name, Craft craft, Permissions rules, String... tools) {
    return new Agent(
        name,
        "does the work of a " + name,
        new Agent.Means(LlmRuntime.NAME, MODEL),
        "You are the %s.".formatted(name),
        List.of(tools),
        Agent.Limits.NONE,
        new Conduct(rules, Confinement.USUAL, Vigilance.USUAL, null),
        craft);
  }

  static Agent agent(String name, Craft craft) {
    return agent(name, craft, Permissions.NONE);
  }

  static Agent agent(String name) {
    return agent(name, Craft.NONE);
  }

  static Craft leading(String... members) {
    return craft(new Team(mates(members), List.of()), Thought.USUAL);
  }

  static Craft before(String... successors) {
    return craft(new Team(List.of(), mates(successors)), Thought.USUAL);
  }

  static Craft craft(Team team, Thought thought, Kit... kits) {
    return new Craft(
        Craft.Origin.NOWHERE,
        "",
        List.of(kits),
        team,
        Craft.Background.NONE,
        thought,
        Map.of(),
        List.<Hook>of(),
        null);
  }

  private static List<Team.Mate> mates(String... names) {
    return Stream.of(names).map(it -> new Team.Mate(it, it)).toList();
  }

  TeamScene hire(Agent... more) {
    agents.addAll(List.of(more));
    return this;
  }

  /// What carries out others.
  TeamScene with(AgentRuntime... more) {
    others.addAll(List.of(more));
    return this;
  }

  /// Tools that all who think have, under the rules.
  TeamScene lending(Tool... more) {
    tools.addAll(List.of(more));
    return this;
  }

  /// Where they may work.
  TeamScene within(Path root) {
    roots = Roots.of(List.of(root), null);
    return this;
  }

  TeamScene limited(Limits other) {
    limits = other;
    return this;
  }

  /// Who runs what the owner wrote into files.
  TeamScene running(CommandLines other) {
    lines = other;
    return this;
  }

  TeamScene under(Permissions operator) {
    house = operator;
    return this;
  }

  TeamScene begin() {
    var rules = new Rules(limits, Rate.ANY, Rate.ANY, roots);
    staff = TestStaff.in(folder, clock, rules).hire(agents.toArray(Agent[]::new));
    var runtimes = new ArrayList<AgentRuntime>(others);
    runtimes.add(new ScriptedRuntime(clock));
    runtimes.add(runtime());
    staff.begin(runtimes.toArray(AgentRuntime[]::new));
    return this;
  }

  private LlmRuntime runtime() {
    var environment =
        Map.of(
            "ANTHROPIC_BASE_URL",
            llm.url(),
            "ANTHROPIC_API_KEY",
            KEY,
            "OPENAI_BASE_URL",
            llm.url() + "/v1",
            "OPENAI_API_KEY",
            KEY,
            "GOOGLE_GEMINI_BASE_URL",
            llm.url(),
            "GEMINI_API_KEY",
            KEY,
            "OWN_KEY",
            "sk-own",
            "PROJECT",
            "retinue");
    Toolbox lent =
        work -> {
          var permits = Permits.of(work, house, clock);
          var guarded =
              tools.stream().map(it -> permits.guard(it, List.of(it.spec().name()))).toList();
          return () -> guarded;
        };
    var settings =
        new Prompt.Settings(8192, null, Duration.ofMinutes(1), Prompt.Settings.USUAL.silence());
    return new LlmRuntime(
        new Providers(wire),
        new LlmRuntime.House(
            environment,
            () -> new Catalogue(new Prices(LocalDate.EPOCH, PRICES), new Contexts(Map.of())),
            Toolbox.of(List.of(new Teams(house, clock), lent)),
            Duration.ofSeconds(20),
            List.of(),
            lines,
            house),
        clock,
        new Patient.Manner(settings, Duration.ofMillis(4)));
  }

  // What they are to do.

  /// A script that may stand in another one, which neither plays it nor fills it in.
  static String script(Turn... turns) {
    var text = ScriptedLlm.script(turns);
    var inside = text.substring(BEGIN.length(), text.length() - END.length());
    return BEGIN + inside.replace("<", "\\u003c").replace("{{", "\\u007b\\u007b") + END;
  }

  static Turn transfer(String agent, String task) {
    return Turn.tool(
        "transfer_task", Map.of("agent", agent, "task", task, "expected_output", "A sentence."));
  }

  static Turn complete(String summary) {
    return Turn.tool("agent_complete", Map.of("summary", summary));
  }

  RunId start(String agent, Turn... turns) {
    return staff().start(agent, "Do it. " + script(turns));
  }

  Run play(String agent, Turn... turns) {
    return staff().awaitEnd(start(agent, turns));
  }

  // What came of it.

  TestStaff staff() {
    if (staff == null) {
      throw new IllegalStateException("it has not begun");
    }
    return staff;
  }

  ScriptedLlm llm() {
    return llm;
  }

  TestClock clock() {
    return clock;
  }

  static String summary(Run run) {
    return switch (run.state()) {
      case State.Completed(var _, var summary, var _) -> summary;
      case State.Failed(var _, var reason, var message) ->
          "failed %s: %s".formatted(reason.word(), message);
      case State.Stopped(var _, var why) -> "stopped: " + why;
      default -> run.state().word();
    };
  }

  <T extends RunEvent> List<T> events(RunId run, Class<T> kind) {
    return staff().events(run).stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /// What came of its tools, in this order.
  List<String> results(RunId run) {
    return events(run, RunEvent.ToolAnswered.class).stream()
        .map(it -> (it.failed() ? "failed: " : "") + it.output())
        .toList();
  }

  /// Those below a run, the first begun first.
  List<Run> below(RunId run) {
    return staff().all().stream()
        .filter(it -> it.commission().lineage().isBelow(run))
        .sorted(
            (one, other) -> one.commission().createdAt().compareTo(other.commission().createdAt()))
        .toList();
  }

  /// A process dies, and another takes up what it left.
  void killAndReopen() {
    staff().kill();
    begin();
  }

  @Override
  public void close() {
    staff().close();
    wire.close();
    llm.close();
  }
}
