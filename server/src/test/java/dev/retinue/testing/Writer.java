package dev.retinue.testing;

import dev.retinue.core.Agent;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.llm.Prices;
import dev.retinue.llm.provider.Providers;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.llm.wire.Wire;
import dev.retinue.runtime.llm.LlmRuntime;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/// An agent that thinks with a scripted model, and writes its answers in two halves: the second
/// when the test says so.
public final class Writer implements AutoCloseable {
  public static final String NAME = "writer";
  public static final String TEXT = "Otters hunt by night.";
  public static final String FIRST = "Otters hunt";
  public static final String SECOND = " by night.";

  private static final String GATE = "halves";

  private final ScriptedLlm llm = ScriptedLlm.start();
  private final Wire wire = new Wire(InstantSource.system());

  public Agent agent() {
    return new Agent(
        NAME,
        "writes",
        new Agent.Means(LlmRuntime.NAME, "anthropic/writer-1"),
        "",
        List.of(),
        Agent.Limits.NONE);
  }

  public AgentRuntime runtime(InstantSource clock) {
    var environment =
        Map.of(
            "ANTHROPIC_BASE_URL", llm.url(), "ANTHROPIC_API_KEY", "sk-not-a-real-key-0123456789");
    return new LlmRuntime(
        new Providers(wire),
        new LlmRuntime.House(
            environment,
            new Prices(LocalDate.EPOCH, Map.of()),
            _ -> List::of,
            Duration.ofSeconds(20)),
        clock);
  }

  /// What to say to get the text.
  public static String message() {
    return "Write. " + ScriptedLlm.script(Turn.text(TEXT).gated(2, GATE));
  }

  /// The same, and the first attempt breaks off in the middle.
  public static String brokenMessage() {
    return "Write. " + ScriptedLlm.script(Turn.text(TEXT).gated(2, GATE).dropping().times(1));
  }

  /// Lets it go on after a half.
  public void goOn() {
    llm.goOn(GATE);
  }

  public ScriptedLlm llm() {
    return llm;
  }

  @Override
  public void close() {
    wire.close();
    llm.close();
  }
}
