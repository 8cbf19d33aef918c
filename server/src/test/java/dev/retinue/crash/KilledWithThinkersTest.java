package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged daemon is killed while agents think in it. The next one takes up each of them where
/// it was: every answer that was recorded counts once, and so does its price.
///
/// An answer that was on its way when the daemon was killed is asked for again. Its provider wants
/// it paid, but nobody here has seen what it was, so it is not charged.
final class KilledWithThinkersTest {
  private static final int BURST = 12;
  private static final int TURNS = 5;
  private static final long INPUT = 100 + 200 + 300 + 400 + 500;
  private static final long OUTPUT = 10 + 20 + 30 + 40 + 50;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// With a tool: of one that could only speak, words alone would be the result.
  private static final String THINKER =
      """
      version: "7"
      agents:
        root:
          model: anthropic/thinker-1
          description: Thinks.
          instruction: Do as you are told.
          toolsets:
            - type: think
      """;

  @TempDir private Path folder;
  private final Random random = new Random();
  private final ScriptedLlm llm = ScriptedLlm.start();
  private int inFlight;

  @BeforeEach
  void write() throws IOException {
    var agents = Files.createDirectories(Succession.data(folder).resolve("agents"));
    Files.writeString(agents.resolve("thinker.yaml"), THINKER);
  }

  @AfterEach
  void end() {
    llm.close();
  }

  @Test
  @EndToEnd
  void every_answer_counts_once_in_5_kills(TestReporter reporter) throws Exception {
    everyAnswerCountsOnceIn(5, reporter);
  }

  @Test
  @Slow
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void every_answer_counts_once_in_100_kills(TestReporter reporter) throws Exception {
    everyAnswerCountsOnceIn(100, reporter);
  }

  private void everyAnswerCountsOnceIn(int kills, TestReporter reporter) throws Exception {
    long seed = random.nextInt(1 << 20);
    reporter.publishEntry("seed", Long.toString(seed));
    random.setSeed(seed);
    var environment = Map.of("ANTHROPIC_BASE_URL", llm.url(), "ANTHROPIC_API_KEY", "not-real");
    try (var daemons = new Succession(folder, "", environment)) {
      for (int kill = 1; kill <= kills; kill++) {
        daemons.begin();
        daemons.open();
        killInBurst(daemons);
      }
      daemons.begin();
      daemons.open();
      answerEverybody(daemons);
      assertThat(daemons.kill()).isEmpty();
    }
    assertThat(inFlight).as("some were hit while they thought").isPositive();
    assertTruth(kills, reporter);
    reporter.publishEntry("requests in flight at a kill", Integer.toString(inFlight));
  }

  private void killInBurst(Succession daemons) throws Exception {
    var starts =
        IntStream.range(0, BURST).mapToObj(_ -> new Burst.Start("thinker", contract())).toList();
    new Burst(daemons, starts)
        .until(
            1 + random.nextInt(BURST),
            () -> {
              assertThat(daemons.lives(Duration.ofMillis(random.nextInt(500)))).isTrue();
              inFlight += open();
              assertThat(daemons.kill()).isEmpty();
            });
  }

  private int open() {
    return (int)
        llm.exchanges().stream()
            .filter(it -> it.outcome() instanceof Exchange.Outcome.Open)
            .count();
  }

  /// Five turns: two that use tools, one that only talks, one that asks, and the last.
  private String contract() {
    return "Do it. "
        + ScriptedLlm.script(
            turn(0, Turn.calls(missing("a"), missing("b")).reasoning("Begin.")),
            turn(1, Turn.text("I have tried.")),
            turn(2, missing("c")),
            turn(
                3,
                random.nextInt(3) == 0
                    ? Turn.tool("ask_caller", Map.of("question", "Which colour?"))
                    : missing("d")),
            turn(
                4,
                Turn.tool(
                    "agent_complete", Map.of("summary", "Done.", "payload", "all of it, once"))));
  }

  private static Turn missing(String word) {
    return Turn.tool("no_such_tool", Map.of("word", word));
  }

  private Turn turn(int number, Turn turn) {
    return turn.usage(100L * (number + 1), 10L * (number + 1))
        .delayed(Duration.ofMillis(random.nextInt(150)));
  }

  /// Until nobody is left.
  private void answerEverybody(Succession daemons) throws Exception {
    try (var voice = new RestVoice(daemons.url(), daemons.token())) {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      for (var open = OpenRows.in(folder); !open.isEmpty(); open = OpenRows.in(folder)) {
        assertThat(System.nanoTime()).as("the wait for " + open).isLessThan(deadline);
        for (var one : voice.call("list_pending", Json.object()).path("pending")) {
          var run = one.path("agent_id").asString();
          var need = one.path("need").asString();
          voice.call(
              "answer", Json.object().put("agent_id", run).put("need", need).put("answer", "blue"));
        }
        assertThat(daemons.lives(Duration.ofMillis(20))).isTrue();
      }
    }
  }

  private void assertTruth(int kills, TestReporter reporter) throws IOException {
    try (var remains = new Remains(Succession.data(folder))) {
      var runs = remains.runs();
      assertThat(runs).hasSizeGreaterThanOrEqualTo(kills);
      int resumed = 0;
      for (var run : runs) {
        assertThat(run.ended() && !run.ending()).isTrue();
        assertThat(run.state()).as(run.toString()).isInstanceOf(State.Completed.class);
        var payload = Objects.requireNonNull(run.dossier().payload());
        assertThat(remains.text(payload)).isEqualTo("all of it, once");
        var events = remains.events(run.id()).stream().map(it -> it.event()).toList();
        assertThat(events).filteredOn(RunEvent.Completed.class::isInstance).hasSize(1);
        assertAnswersOnce(events);
        assertLedger(remains, run, events);
        resumed += run.tenure().epoch() > 1 ? 1 : 0;
      }
      reporter.publishEntry("runs", Integer.toString(runs.size()));
      reporter.publishEntry("taken up again", Integer.toString(resumed));
      assertThat(resumed).isPositive();
    }
  }

  /// Each call of the script was recorded once, and answered once.
  private static void assertAnswersOnce(List<RunEvent> events) {
    var calls = events.stream().filter(RunEvent.ToolCalled.class::isInstance).toList();
    assertThat(calls).hasSize(5);
    assertThat(events)
        .filteredOn(RunEvent.ToolAnswered.class::isInstance)
        .extracting(it -> ((RunEvent.ToolAnswered) it).call())
        .doesNotHaveDuplicates()
        .hasSize(4);
    assertThat(events).filteredOn(RunEvent.Told.class::isInstance).hasSize(1);
    assertThat(events).filteredOn(RunEvent.Answered.class::isInstance).hasSizeLessThan(2);
  }

  private static void assertLedger(Remains remains, Run run, List<RunEvent> events) {
    var spent = Usage.NONE;
    for (var event : events) {
      spent = event instanceof RunEvent.Spent(var _, var usage) ? spent.plus(usage) : spent;
    }
    assertThat(spent.turns()).isEqualTo(TURNS);
    assertThat(spent.inputTokens()).isEqualTo(INPUT);
    assertThat(spent.outputTokens()).isEqualTo(OUTPUT);
    assertThat(run.dossier().usage()).isEqualTo(spent);
    var account = remains.account(run.id()).orElseThrow();
    assertThat(account.spent()).isEqualTo(spent);
    assertThat(account.reserved().isNone()).isTrue();
  }
}
