package dev.retinue.runtime.llm;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Conduct;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Vigilance;
import dev.retinue.core.port.Work.RunEndedException;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.Price;
import dev.retinue.llm.Prices;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.provider.Providers;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.llm.wire.Wire;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.runtime.llm.tool.Toolbox;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/// A staff of one who thinks with a scripted model.
final class Thinkers implements AutoCloseable {
  static final String AGENT = "thinker";

  /// One who has a deputy for when its quota is used up.
  static final String LUCKY = "lucky";

  static final String DEPUTY = "deputy";

  /// One who thinks little, and says 1234 tokens at most.
  static final String MODEST = "modest";

  static final String KEY = "sk-not-a-real-key-0123456789";

  /// A dollar for a thousand tokens.
  private static final BigDecimal EACH = BigDecimal.valueOf(1000);

  private final ScriptedLlm llm = ScriptedLlm.start();
  private final Wire wire = new Wire(InstantSource.system());
  private final Path folder;
  private final String model;
  private final String endpoint;
  private final List<Tool> tools;
  private final Duration patience;
  private final Patient.Manner manner;
  private final TestClock clock = new TestClock();
  private Death death;
  private TestData data;
  private TestStaff staff;

  /// How they are asked.
  ///
  /// @param endpoint of a model; that of the scripted one if it is empty
  /// @param patience how long a question waits for its answer
  /// @param death of the process in which they think
  record Mode(
      String model, String endpoint, Duration patience, Patient.Manner manner, Death death) {
    static Mode usual() {
      return new Mode(
          "anthropic/thinker-1", "", Duration.ofSeconds(20), Patient.Manner.USUAL, Death.never());
    }

    Mode model(String other) {
      return new Mode(other, endpoint, patience, manner, death);
    }

    /// With another model than the scripted one.
    Mode endpoint(String other) {
      return new Mode("endpoint/canned-1", other, patience, manner, death);
    }

    Mode patience(Duration other) {
      return new Mode(model, endpoint, other, manner, death);
    }

    Mode dying(Death other) {
      return new Mode(model, endpoint, patience, manner, other);
    }

    /// It waits a moment only before it asks again.
    Mode brisk() {
      return brisk(Prompt.Settings.USUAL.silence());
    }

    /// @param silence how long a model may say nothing
    Mode brisk(Duration silence) {
      var settings = new Prompt.Settings(8192, null, Duration.ofMinutes(1), silence);
      var brisk = new Patient.Manner(settings, Duration.ofMillis(4));
      return new Mode(model, endpoint, patience, brisk, death);
    }
  }

  private Thinkers(Path folder, Mode mode, List<Tool> tools) {
    this.folder = folder;
    this.model = mode.model();
    this.endpoint = mode.endpoint();
    this.patience = mode.patience();
    this.manner = mode.manner();
    this.death = mode.death();
    this.tools = tools;
    open();
  }

  static Thinkers in(Path folder, Tool... tools) {
    return new Thinkers(folder, Mode.usual(), List.of(tools));
  }

  static Thinkers brisk(Path folder, Tool... tools) {
    return new Thinkers(folder, Mode.usual().brisk(), List.of(tools));
  }

  static Thinkers like(Path folder, Mode mode, Tool... tools) {
    return new Thinkers(folder, mode, List.of(tools));
  }

  /// @param tools which may change
  static Thinkers lending(Path folder, List<Tool> tools) {
    return new Thinkers(folder, Mode.usual(), tools);
  }

  static Thinkers with(Path folder, String model, Tool... tools) {
    return new Thinkers(folder, Mode.usual().model(model), List.of(tools));
  }

  static Thinkers impatient(Path folder, Duration patience) {
    return new Thinkers(folder, Mode.usual().patience(patience), List.of());
  }

  private void open() {
    data = new TestData(folder, clock);
    staff =
        TestStaff.on(death.of(data.runs()), data.blobs(), clock)
            .hire(
                agent(AGENT, Conduct.USUAL),
                agent(DEPUTY, Conduct.USUAL),
                agent(LUCKY, lucky()),
                modest())
            .begin(runtime());
  }

  private static Conduct lucky() {
    var usual = Vigilance.USUAL;
    return new Conduct(
        Conduct.USUAL.permissions(),
        Conduct.USUAL.confinement(),
        new Vigilance(usual.silence(), usual.ladder(), DEPUTY, usual.quotaPatience()),
        null);
  }

  private Agent agent(String name, Conduct conduct) {
    return new Agent(
        name,
        "thinks",
        new Agent.Means(LlmRuntime.NAME, model),
        "Be brief.",
        List.of(),
        Agent.Limits.NONE,
        conduct);
  }

  private Agent modest() {
    var means = new Agent.Means(LlmRuntime.NAME, model, Agent.Effort.LOW, 1234);
    return new Agent(MODEST, "thinks little", means, "", List.of(), Agent.Limits.NONE);
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
            "LLM_ENDPOINT",
            endpoint.isEmpty() ? llm.url() + "/v1" : endpoint);
    Toolbox toolbox =
        _ -> {
          death.comeNear();
          return () -> tools;
        };
    var prices =
        new Prices(
            LocalDate.EPOCH, Map.of("anthropic/thinker-1", new Price(EACH, EACH, null, null)));
    return new LlmRuntime(
        new Providers(wire),
        new LlmRuntime.House(environment, prices, toolbox, patience),
        clock,
        manner);
  }

  ScriptedLlm llm() {
    return llm;
  }

  TestStaff staff() {
    return staff;
  }

  TestClock clock() {
    return clock;
  }

  void stop(RunId id) {
    staff.staff().stop(TestStaff.OWNER, id, "enough");
  }

  /// By the run above it.
  RunId startBelow(RunId above, Turn... turns) {
    var request = StartRequest.of(DEPUTY, "Do it. " + ScriptedLlm.script(turns));
    return staff
        .staff()
        .start(new Caller(Caller.OWNER, Caller.OWNER, Caller.Scope.RUN, above), request)
        .id();
  }

  /// A process ends in order, and another takes up what it left.
  void closeAndReopen() {
    staff.close();
    data.close();
    open();
  }

  /// A process dies, and another takes up what it left.
  void killAndReopen() {
    killAndReopen(Death.never());
  }

  /// @param next how the other one dies
  void killAndReopen(Death next) {
    death.now(staff);
    data.close();
    death = next;
    open();
  }

  RunId start(Turn... turns) {
    return staff.start(AGENT, "Do it. " + ScriptedLlm.script(turns));
  }

  /// Waits until the run has ended, or its process has died; true if it has died.
  boolean awaitEndOr(RunId id, Death wished) throws InterruptedException {
    var ended =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    staff.awaitEnd(id);
                  } catch (RunEndedException e) {
                    // Whoever looked has died with it.
                  }
                });
    wished.awaitOr(ended);
    return wished.hasCome();
  }

  Run play(Turn... turns) {
    return staff.awaitEnd(start(turns));
  }

  List<RunEvent> events(Run run) {
    return staff.events(run.id());
  }

  <T extends RunEvent> List<T> events(Run run, Class<T> kind) {
    return events(run).stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  static Turn complete(String summary) {
    return Turn.tool("agent_complete", Map.of("summary", summary));
  }

  @Override
  public void close() {
    staff.close();
    data.close();
    wire.close();
    llm.close();
  }
}
