package dev.retinue.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Isolated;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.HostileRepository;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The packaged daemon is killed while an agent of a file has a command and a job at work. The next
/// one leaves nothing of them, and the agent goes on with all that it had noted.
@EndToEnd
final class KilledWithKitsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String CLERK =
      """
      version: "7"
      agents:
        root:
          model: anthropic/thinker-1
          description: Keeps the books.
          instruction: Note what is to do, and do it.
          toolsets:
            - type: filesystem
            - type: shell
            - type: todo
            - type: memory
      """;

  @TempDir private Path folder;
  private final ScriptedLlm llm = ScriptedLlm.start();
  private Path project = Path.of("");

  @BeforeEach
  void write() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    var agents = Files.createDirectories(Succession.data(folder).resolve("agents"));
    Files.writeString(agents.resolve("clerk.yaml"), CLERK);
  }

  @AfterEach
  void end() {
    Traces.kill(project);
    llm.close();
  }

  @Test
  void an_agent_whose_command_was_killed_with_the_daemon_goes_on_with_what_it_noted()
      throws Exception {
    RunId killed;
    RunId next;
    try (var daemons = daemons()) {
      begin(daemons);
      killed = start(daemons, killedWork());
      await(daemons, () -> hasLines("tally") && Traces.of(project).size() >= 3);
      assertThat(daemons.kill()).isEmpty();

      begin(daemons);
      assertThat(Traces.of(project)).as("reaped before anybody can come in").isEmpty();
      awaitNobodyAtWork(daemons);

      next = start(daemons, workThatRemembers());
      awaitNobodyAtWork(daemons);
      assertThat(daemons.kill()).isEmpty();
    }
    assertThat(project.resolve("tally")).hasContent("once");
    assertThat(project.resolve("ledger")).hasContent("balanced");
    assertThat(Succession.data(folder).resolve("run")).isEmptyDirectory();
    assertTruth(killed, next);
  }

  @Test
  void an_agent_on_a_clone_goes_on_with_it_and_leaves_a_branch() throws Exception {
    HostileRepository.in(project);
    RunId killed;
    try (var daemons = daemons()) {
      begin(daemons);
      killed = start(daemons, clonedWork(), "clone");
      var clone = Succession.data(folder).toRealPath().resolve("clones/" + killed);
      var tally = clone.resolve("work/project/tally");
      await(daemons, () -> Files.exists(tally) && !Traces.of(clone).isEmpty());
      assertThat(daemons.kill()).isEmpty();

      begin(daemons);
      assertThat(Traces.of(clone)).isEmpty();
      awaitNobodyAtWork(daemons);
      assertThat(daemons.kill()).isEmpty();
    }
    assertThat(project.resolve("file.txt")).hasContent("one");
    assertThat(project.resolve("tally")).doesNotExist();
    try (var remains = new Remains(Succession.data(folder))) {
      var run = remains.runs().getFirst();
      assertCompleted(run);
      var result = Objects.requireNonNull(Isolated.of(run).orElseThrow().result());
      assertThat(result.files()).containsExactly("file.txt", "tally");
      assertThat(result.diff()).contains("+two").contains("+once");
    }
  }

  private static String clonedWork() {
    return "Keep the books. "
        + ScriptedLlm.script(
            Turn.tool("write_file", Map.of("path", "file.txt", "content", "two")),
            Turn.tool(
                "shell",
                Map.of("cmd", "echo once >> tally; exec tail -f $PWD/tally", "timeout", 600)),
            Turn.tool("agent_complete", Map.of("summary", "Kept.")));
  }

  private Succession daemons() throws IOException {
    return new Succession(
        folder,
        "roots: [%s]\n".formatted(project),
        Map.of("ANTHROPIC_BASE_URL", llm.url(), "ANTHROPIC_API_KEY", "not-real"));
  }

  private static void begin(Succession daemons) {
    daemons.begin();
    daemons.open();
  }

  /// The command ignores every polite word, and leaves somebody behind who does not know it.
  private String killedWork() {
    var line =
        "trap '' TERM INT HUP; echo once >> tally; setsid tail -f %1$s/ledger & tail -f %1$s/ledger"
            .formatted(project);
    return "Keep the books. "
        + ScriptedLlm.script(
            Turn.calls(
                Turn.tool("create_todos", Map.of("descriptions", List.of("balance", "send"))),
                Turn.tool("add_memory", Map.of("memory", "The books are blue."))),
            Turn.tool("write_file", Map.of("path", "ledger", "content", "balanced")),
            Turn.tool(
                "update_todos",
                Map.of("updates", List.of(Map.of("id", "todo_1", "status", "completed")))),
            Turn.tool(
                "run_background_job", Map.of("cmd", "exec tail -f %s/tally".formatted(project))),
            Turn.tool("shell", Map.of("cmd", line, "timeout", 600)),
            Turn.calls(
                Turn.tool("list_todos", Map.of()),
                Turn.tool("get_memories", Map.of()),
                Turn.tool("read_file", Map.of("path", "tally")),
                Turn.tool("list_background_jobs", Map.of())),
            Turn.tool("agent_complete", Map.of("summary", "Kept.")));
  }

  private static String workThatRemembers() {
    return "Which colour? "
        + ScriptedLlm.script(
            Turn.tool("search_memories", Map.of("query", "books")),
            Turn.tool("agent_complete", Map.of("summary", "Blue.")));
  }

  private RunId start(Succession daemons, String contract) throws Exception {
    return start(daemons, contract, "none");
  }

  private RunId start(Succession daemons, String contract, String isolation) throws Exception {
    try (var voice = new RestVoice(daemons.url(), daemons.token())) {
      var asked =
          Json.object()
              .put("agent", "clerk")
              .put("contract", contract)
              .put("isolation", isolation)
              .put("working_directory", project.toString());
      return RunId.of(voice.call("agent_start", asked).path("agent_id").asString());
    }
  }

  private boolean hasLines(String file) {
    try {
      return Files.exists(project.resolve(file)) && Files.size(project.resolve(file)) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  private void awaitNobodyAtWork(Succession daemons) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (var open = OpenRows.in(folder); !open.isEmpty(); open = OpenRows.in(folder)) {
      assertThat(System.nanoTime()).as("the wait for " + open).isLessThan(deadline);
      assertThat(daemons.lives(Duration.ofMillis(20))).isTrue();
    }
  }

  private static void await(Succession daemons, BooleanSupplier wished) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!wished.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the wait for the command").isLessThan(deadline);
      assertThat(daemons.lives(Duration.ofMillis(20))).isTrue();
    }
  }

  private void assertTruth(RunId killed, RunId next) {
    try (var remains = new Remains(Succession.data(folder))) {
      var answers = answers(remains, killed);
      assertThat(answers.values())
          .as("each was made once")
          .allSatisfy(it -> assertThat(it).hasSize(1));
      var shell = only(answers, "shell");
      assertThat(shell.failed()).isTrue();
      assertThat(shell.output()).contains("Nobody knows what became of this call");
      assertThat(only(answers, "list_todos").output())
          .contains("\"description\":\"balance\",\"status\":\"completed\"")
          .contains("\"description\":\"send\",\"status\":\"pending\"");
      assertThat(only(answers, "get_memories").output().split("The books are blue", -1))
          .as("remembered once")
          .hasSize(2);
      assertThat(only(answers, "read_file").output()).contains("once");
      assertThat(only(answers, "list_background_jobs").output()).isEqualTo("There are no jobs.");
      assertThat(only(answers(remains, next), "search_memories").output())
          .contains("The books are blue.");
      assertThat(remains.runs()).hasSize(2).allSatisfy(KilledWithKitsTest::assertCompleted);
      assertThat(remains.runs().stream().filter(it -> it.id().equals(killed)))
          .allSatisfy(run -> assertThat(run.tenure().epoch()).isEqualTo(2));
    }
  }

  private static void assertCompleted(Run run) {
    assertThat(run.state()).as(run.toString()).isInstanceOf(State.Completed.class);
    assertThat(run.ending()).isFalse();
  }

  private static RunEvent.ToolAnswered only(
      Map<String, List<RunEvent.ToolAnswered>> answers, String tool) {
    return answers.getOrDefault(tool, List.of()).getFirst();
  }

  /// By the names of the tools.
  private static Map<String, List<RunEvent.ToolAnswered>> answers(Remains remains, RunId run) {
    var tools = new HashMap<String, String>();
    var answers = new HashMap<String, List<RunEvent.ToolAnswered>>();
    for (var recorded : remains.events(run)) {
      if (recorded.event() instanceof RunEvent.ToolCalled call) {
        tools.put(call.call(), call.tool());
      } else if (recorded.event() instanceof RunEvent.ToolAnswered answer) {
        answers
            .computeIfAbsent(tools.getOrDefault(answer.call(), "?"), _ -> new ArrayList<>())
            .add(answer);
      }
    }
    return answers;
  }
}
