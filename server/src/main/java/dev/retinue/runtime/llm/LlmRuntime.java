package dev.retinue.runtime.llm;

import dev.retinue.core.Agent;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Permissions;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Lack;
import dev.retinue.core.port.Work;
import dev.retinue.core.trace.Tracer;
import dev.retinue.llm.Catalogue;
import dev.retinue.llm.Contexts;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.ModelException.Kind;
import dev.retinue.llm.Prices;
import dev.retinue.llm.provider.Provider;
import dev.retinue.llm.provider.Providers;
import dev.retinue.runtime.llm.hook.CommandLines;
import dev.retinue.runtime.llm.hook.Hooks;
import dev.retinue.runtime.llm.hook.Shortcuts;
import dev.retinue.runtime.llm.kit.file.FileTools;
import dev.retinue.runtime.llm.tool.AskTool;
import dev.retinue.runtime.llm.tool.CompleteTool;
import dev.retinue.runtime.llm.tool.Permits;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.runtime.llm.tool.Toolbox;
import dev.retinue.runtime.standby.Setback;
import dev.retinue.runtime.standby.Standby;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Carries out runs by asking a model, in this process.
public final class LlmRuntime implements AgentRuntime {
  public static final String NAME = "llm";

  private final Models models;
  private final House house;
  private final Times times;
  private final Standby standby;
  private final Patient.Manner manner;
  private final Rests rests;
  private volatile Tracer tracer = Tracer.OFF;
  private final Earlier earlier = new Earlier();

  /// What the house has for those who think.
  ///
  /// @param environment of the daemon
  /// @param catalogue what is known of models, asked for once somebody thinks
  /// @param toolbox the tools of all agents
  /// @param patience how long a question waits for its answer
  /// @param providers those of the owner, beside the known ones
  /// @param lines runs what the owner wrote into the files of his agents
  /// @param rules the owner's about tools
  public record House(
      Map<String, String> environment,
      Supplier<Catalogue> catalogue,
      Toolbox toolbox,
      Duration patience,
      List<Provider> providers,
      CommandLines lines,
      Permissions rules) {
    public House {
      providers = List.copyOf(providers);
    }

    /// With the known providers alone.
    public House(
        Map<String, String> environment, Prices prices, Toolbox toolbox, Duration patience) {
      var known = new Catalogue(prices, Contexts.shipped());
      this(
          environment,
          () -> known,
          toolbox,
          patience,
          List.of(),
          CommandLines.NONE,
          Permissions.NONE);
    }

    /// Never the keys.
    @Override
    public String toString() {
      return "a house with %d providers of its own".formatted(providers.size());
    }
  }

  public LlmRuntime(Providers providers, House house, InstantSource clock) {
    this(providers, house, clock, Patient.Manner.USUAL);
  }

  /// @param providers asked for once somebody thinks
  public LlmRuntime(Supplier<Providers> providers, House house, InstantSource clock) {
    this(providers, house, clock, Patient.Manner.USUAL);
  }

  LlmRuntime(Providers providers, House house, InstantSource clock, Patient.Manner manner) {
    this(() -> providers, house, clock, manner);
  }

  private LlmRuntime(
      Supplier<Providers> providers, House house, InstantSource clock, Patient.Manner manner) {
    this.models = new Models(providers, house.environment(), house.providers());
    this.house = house;
    this.times = new Times(clock);
    this.standby = new Standby(clock, ZoneId.systemDefault());
    this.manner = manner;
    this.rests = new Rests(clock);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Nature nature() {
    return Nature.MODEL;
  }

  @Override
  public boolean ready(Agent agent, Map<String, String> keys) {
    return lacks(agent, keys).isEmpty();
  }

  @Override
  public List<Lack> lacks(Agent agent, Map<String, String> keys) {
    return new Lacking(models).of(agent, keys);
  }

  @Override
  public void requireModel(String model, Agent agent) {
    models.requireProvider(model, agent);
  }

  @Override
  public boolean hears() {
    return true;
  }

  /// All that was said stands in its events.
  @Override
  public boolean canResume(Run run) {
    return true;
  }

  @Override
  public void carryOut(Work work) throws InterruptedException {
    if (Standby.isHandedOver(work.run())) {
      standby.goOn(work, why -> fail(work, Kind.QUOTA, why));
      return;
    }
    work.awaitKeys();
    try {
      house.toolbox().prepare(work);
      hooks(work).begin();
      boolean more = true;
      while (more) { // One after the other, where the conversation is handed on.
        more = think(work);
      }
    } catch (RetinueException e) {
      work.fail(FailureReason.REFUSED, String.valueOf(e.getMessage()));
    } finally {
      if (work.ended() && !Thread.currentThread().isInterrupted()) {
        hooks(work).end();
      }
    }
  }

  /// Tells this one what it asks and uses.
  public LlmRuntime tracedBy(Tracer other) {
    tracer = other;
    return this;
  }

  private Hooks hooks(Work work) {
    return Hooks.of(work, house.lines(), times.clock());
  }

  /// Who speaks now thinks until the run has ended, or another is to speak: true for that.
  private boolean think(Work work) throws InterruptedException {
    var transcript = Transcript.of(work, earlier);
    resolveShortcut(work, transcript);
    var lineup = lineup(work, transcript);
    try (var lent = house.toolbox().lend(work)) {
      var traced = new Traced(tracer, work);
      var calls = new Calls(traced, times, hooks(work).around(tools(work, lent.tools())));
      var patient = new Patient(traced, lineup, times, RandomGenerator.getDefault(), manner);
      var asking = new Asking(work, patient, preamble(work), calls.specs(), times);
      new Loop(work, transcript, asking, calls, times).run();
      return !work.ended();
    } catch (ModelException e) {
      tend(work, e, lineup.current().chosen().remedy(e.kind()));
      return false;
    }
  }

  private Preamble preamble(Work work) throws InterruptedException {
    var permits = Permits.of(work, house.rules(), times.clock());
    return Preamble.of(work, file -> permits.isFree(FileTools.READING, file));
  }

  /// Kept before it is used, so that a restart does not mean something else.
  private void resolveShortcut(Work work, Transcript transcript) throws InterruptedException {
    if (transcript.isNew()) {
      var told = Shortcuts.resolve(work, house.lines(), house.environment(), times.now());
      if (!told.isEmpty()) {
        work.tell(told);
        transcript.add(told);
      }
    }
  }

  private Lineup lineup(Work work, Transcript transcript) {
    var fallback = work.agent().craft().thought().fallback();
    var chosen = models.all(work, why -> work.tell(new RunEvent.Noted(times.now(), why)));
    var lender = work.keys().isEmpty() ? "" : work.run().commission().caller();
    var known = house.catalogue().get();
    var candidates =
        chosen.stream()
            .map(
                it ->
                    new Lineup.Candidate(
                        it, new Costs(known.prices(), it.name()), context(known, it, work), lender))
            .toList();
    return new Lineup(
        candidates,
        fallback,
        rests,
        times,
        transcript.model(),
        changed -> {
          work.tell(changed);
          transcript.add(List.of(changed));
        });
  }

  /// The file of an agent knows best how much its models read.
  private static long context(Catalogue known, Models.Chosen model, Work work) {
    var own = work.agent().craft().thought().contexts().get(model.name());
    return own == null ? known.contexts().of(model.name()) : own;
  }

  private List<Tool> tools(Work work, List<Tool> lent) {
    var tools = new ArrayList<Tool>();
    if (!Talk.isPart(work.run())) {
      tools.add(new CompleteTool(work, times.clock()));
      tools.add(new AskTool(work, times.clock(), house.patience()));
    }
    tools.addAll(lent);
    return tools;
  }

  /// What passes with time is waited for without a slot.
  private void tend(Work work, ModelException trouble, String remedy) throws InterruptedException {
    var later = trouble.retryAfter().map(it -> " (Retry-After: %d)".formatted(it.toSeconds()));
    var message = trouble.getMessage() + later.orElse("");
    switch (trouble.kind()) {
      case QUOTA, RATE_LIMIT ->
          standby.comeBackLater(
              work, Setback.Kind.QUOTA, message, why -> fail(work, trouble.kind(), why));
      case OVERLOADED ->
          standby.comeBackLater(
              work, Setback.Kind.OVERLOAD, message, why -> fail(work, trouble.kind(), why));
      case TIMEOUT, UNREACHABLE -> {
        if (work.now().facts().containsKey(Answer.MODEL)) { // It was there, so it comes back.
          standby.comeBackLater(
              work, Setback.Kind.OVERLOAD, message, why -> fail(work, trouble.kind(), why));
        } else {
          fail(work, trouble.kind(), message + remedy);
        }
      }
      case AUTH, CONTEXT, NO_TOOLS, UNKNOWN, INVALID, BROKEN ->
          fail(work, trouble.kind(), message + remedy);
    }
  }

  /// In the words that programs on the staff fail with, too.
  private void fail(Work work, Kind kind, String message) {
    var word =
        switch (kind) {
          case AUTH -> "auth";
          case QUOTA, RATE_LIMIT -> "quota";
          case OVERLOADED -> "overload";
          case TIMEOUT -> "timeout";
          case CONTEXT -> "context";
          case BROKEN -> "invalid output";
          case NO_TOOLS, UNKNOWN, INVALID, UNREACHABLE -> "error";
        };
    work.tell(new RunEvent.Learned(times.now(), Map.of("trouble", word)));
    work.fail(reason(kind), word + ": " + message);
  }

  private static FailureReason reason(Kind kind) {
    return switch (kind) {
      case AUTH -> FailureReason.REFUSED;
      case QUOTA, RATE_LIMIT -> FailureReason.QUOTA;
      case TIMEOUT -> FailureReason.TIMEOUT;
      case BROKEN -> FailureReason.INVALID_OUTPUT;
      case OVERLOADED, CONTEXT, NO_TOOLS, UNKNOWN, INVALID, UNREACHABLE -> FailureReason.ERROR;
    };
  }
}
