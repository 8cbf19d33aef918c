package dev.retinue.runtime.llm;

import dev.retinue.core.Agent;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.llm.Price;
import dev.retinue.llm.Prices;
import dev.retinue.llm.provider.Providers;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.llm.wire.Wire;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.runtime.llm.tool.Toolbox;
import dev.retinue.testing.TestClock;
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

  /// A dollar for a thousand tokens.
  private static final BigDecimal EACH = BigDecimal.valueOf(1000);

  private final ScriptedLlm llm = ScriptedLlm.start();
  private final Wire wire = new Wire(InstantSource.system());
  private final Path folder;
  private final String model;
  private final List<Tool> tools;
  private final Duration patience;
  private final TestClock clock = new TestClock();
  private TestStaff staff;

  private Thinkers(Path folder, String model, Duration patience, List<Tool> tools) {
    this.folder = folder;
    this.model = model;
    this.patience = patience;
    this.tools = tools;
    this.staff = open();
  }

  static Thinkers in(Path folder, Tool... tools) {
    return new Thinkers(folder, "anthropic/thinker-1", Duration.ofSeconds(20), List.of(tools));
  }

  static Thinkers with(Path folder, String model, Tool... tools) {
    return new Thinkers(folder, model, Duration.ofSeconds(20), List.of(tools));
  }

  static Thinkers impatient(Path folder, Duration patience) {
    return new Thinkers(folder, "anthropic/thinker-1", patience, List.of());
  }

  private TestStaff open() {
    var agent =
        new Agent(
            AGENT,
            "thinks",
            new Agent.Means(LlmRuntime.NAME, model),
            "Be brief.",
            List.of(),
            Agent.Limits.NONE);
    return TestStaff.in(folder, clock).hire(agent).begin(runtime());
  }

  private LlmRuntime runtime() {
    var environment =
        Map.of(
            "ANTHROPIC_BASE_URL",
            llm.url(),
            "ANTHROPIC_API_KEY",
            "dummy",
            "OPENAI_BASE_URL",
            llm.url() + "/v1",
            "OPENAI_API_KEY",
            "dummy",
            "GOOGLE_GEMINI_BASE_URL",
            llm.url(),
            "GEMINI_API_KEY",
            "dummy",
            "LLM_ENDPOINT",
            llm.url() + "/v1");
    Toolbox toolbox = _ -> () -> tools;
    var prices =
        new Prices(
            LocalDate.EPOCH, Map.of("anthropic/thinker-1", new Price(EACH, EACH, null, null)));
    return new LlmRuntime(
        new Providers(wire),
        new LlmRuntime.House(environment, prices, toolbox, patience),
        InstantSource.system());
  }

  ScriptedLlm llm() {
    return llm;
  }

  TestStaff staff() {
    return staff;
  }

  /// A process dies, and another takes up what it left.
  void killAndReopen() {
    staff.kill();
    staff = open();
  }

  RunId start(Turn... turns) {
    return staff.start(AGENT, "Do it. " + ScriptedLlm.script(turns));
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
    wire.close();
    llm.close();
  }
}
