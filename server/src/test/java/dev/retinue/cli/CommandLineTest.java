package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The packaged commands with a daemon that they start themselves.
@EndToEnd
class CommandLineTest {
  private static final Path LAUNCHER = Repository.DISTRIBUTION.resolve("retinue");

  @TempDir private Path data;
  @TempDir private Path home;

  @AfterEach
  void endDaemon() throws Exception {
    if (DaemonRecord.find(data).isPresent()) {
      killDaemon();
    }
  }

  @Test
  void run_starts_a_daemon_that_outlives_the_command_and_everything_around_it() throws Exception {
    var running =
        retinue().by(List.of("setsid", LAUNCHER.toString(), "run", "the history of tea")).start();
    running.awaitOutput(Pattern.compile("web_search"));
    long daemon = daemon();

    var group = String.valueOf(running.process().pid());
    assertThat(Program.of("kill", "-9", "--", "-" + group).run().exitCode()).isZero();
    assertThat(running.process().waitFor(30, TimeUnit.SECONDS)).isTrue();

    assertThat(session(daemon)).as("a session of its own").isEqualTo(daemon);
    assertThat(daemon()).as("the same is there").isEqualTo(daemon);
    var ids = ids("ps", "--json");
    assertThat(ids).hasSize(1);
    var waited = retinue("wait", ids.getFirst()).run();
    assertThat(waited.exitCode()).as(waited.toString()).isZero();
    assertThat(waited.out()).contains(" completed in ", "Two sources answer it together");
    assertThat(daemon()).isEqualTo(daemon);
    assertThat(data.resolve("daemon.log")).content().contains("Retinue serves MCP at");
  }

  @Test
  void run_lends_the_keys_of_its_environment_and_tells_nobody_what_they_are() {
    var id = retinue("run", "-d", "x").with("ANTHROPIC_API_KEY", "sk-told-to-nobody").run();
    var logs = retinue("logs", "--json", id.out().strip()).run();
    assertThat(logs.out()).contains("ANTHROPIC_API_KEY").doesNotContain("sk-told-to-nobody");
    var stranger = retinue("ps", "-a").with("RETINUE_TOKEN", "rtn_of-nobody").run();
    assertThat(stranger.exitCode()).as(stranger.toString()).isNotZero();
  }

  @Test
  void two_who_start_at_once_use_one_daemon() throws Exception {
    // One who waits for a permission: however long it takes until he is stopped, he is not done.
    var one = retinue("run", "--detach", "--agent", "reviewer", "one").start();
    var other = retinue("run", "--detach", "--agent", "reviewer", "other").start();
    var ended = List.of(one.await(), other.await());

    assertThat(ended).allSatisfy(it -> assertThat(it.exitCode()).as(it.toString()).isZero());
    var started = ended.stream().map(it -> it.out().strip()).toList();
    assertThat(ids("ps", "-a", "--json")).containsExactlyInAnyOrderElementsOf(started);
    assertThat(retinue("stop", "--all").run().out()).contains(" is stopped.");
  }

  @Test
  void logs_go_on_after_the_daemon_was_killed_without_a_gap_and_without_repeating() {
    var id = retinue("run", "--detach", "the history of tea").run().out().strip();
    var logs = retinue("logs", "-f", "--json", id).start();
    logs.awaitOutput(Pattern.compile("web_search"));

    killDaemon();
    var back = retinue("ps").run();
    assertThat(back.exitCode()).as(back.toString()).isZero();

    var ended = logs.await();
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    assertThat(ended.err()).contains("the daemon is gone; waiting for it to come back");
    var numbers = numbers(ended.out());
    assertThat(numbers)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
    assertThat(ended.out()).contains("\"type\":\"completed\"");
    assertThat(retinue("logs", "--json", id).run().out()).isEqualTo(ended.out());
  }

  @Test
  void a_question_is_answered_and_a_run_stopped_by_the_beginning_of_its_id() {
    var asking = retinue("run", "--detach", "--agent", "reviewer", "x").run().out().strip();
    var idle = retinue("run", "--detach", "--agent", "reviewer", "y").run().out().strip();
    var shortId = asking.substring(0, 14);
    var logs = retinue("logs", "-f", shortId).start();
    logs.awaitOutput(Pattern.compile("\\? Shall the name be changed"));

    var stopped = retinue("stop", "--json", idle.substring(6, 16)).run();
    assertThat(stopped.out()).contains(idle, "\"state\":\"stopped\"");
    assertThat(retinue("wait", idle).run().exitCode()).isEqualTo(ExitCode.STOPPED);
    assertThat(retinue("wait", "--timeout", "1", asking).run().exitCode())
        .isEqualTo(ExitCode.TIME_OVER);
    assertThat(retinue("wait", "--any", asking, idle).run().exitCode()).isEqualTo(ExitCode.STOPPED);
    assertThat(retinue("answer", shortId, "no, leave it").run().out()).contains("has its answer");
    logs.awaitOutput(Pattern.compile("\\? approve the change"));
    assertThat(retinue("answer", shortId, "yes").run().exitCode()).isZero();

    assertThat(logs.await().out()).contains("about the name you said: no, leave it");
    assertThat(retinue("wait", asking).run().exitCode()).isZero();
    var unknown = retinue("logs", "agent-nobody").run();
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(unknown.err())
        .isEqualTo(
            "retinue: there is no run 'agent-nobody'. '%s ps -a' lists them.\n"
                .formatted(LAUNCHER));
    var refused = retinue("run", "--agent", "nobody", "x").run();
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("nobody").doesNotContain("defect");
  }

  @Test
  void the_demo_shows_four_at_work_and_ends_by_itself() throws Exception {
    var ended = retinue("demo").run();
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    assertThat(ended.out())
        .contains("builder", "└ researcher", "reviewer", "? Shall the name be changed")
        .contains("✓ completed", "What to do next:", "console ")
        .containsPattern("researcher +completed +\\d+s +\\$0\\.021\\*")
        .as("a file keeps what is printed, and a link signs in")
        .doesNotContain("\u001b", "#code=");
  }

  @Test
  void a_demo_that_is_left_says_what_goes_on_and_a_house_of_its_own_is_closed() throws Exception {
    var left = retinue("demo").start();
    left.awaitOutput(Pattern.compile("web_search"));
    interrupt(left);
    var gone = left.await();
    assertThat(gone.exitCode()).as(gone.toString()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(gone.err()).contains("they go on without you", " stop --all'");

    var temporary = Files.createDirectory(home.resolve("tmp"));
    var thinking =
        retinue("demo", "--llm").with("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary).start();
    thinking.awaitOutput(Pattern.compile("Five syllables"));
    interrupt(thinking);
    assertThat(thinking.await().exitCode()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(temporary).isEmptyDirectory();
  }

  private static void interrupt(Program.Running program) {
    var pid = String.valueOf(program.process().pid());
    assertThat(Program.of("kill", "-INT", pid).run().exitCode()).isZero();
  }

  @Test
  void the_demo_finds_its_actors_where_the_staff_are_others() throws Exception {
    var config = home.resolve("config.yaml");
    Files.writeString(
        config,
        """
        staff:
          clerk:
            description: Says one thing.
            runtime: scripted
            instructions: complete done
        """);
    var ended = retinue("demo").with("RETINUE_CONFIG", config).run();
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    assertThat(ended.err()).contains("the demo has a house of its own");
    assertThat(ids("ps", "-a", "--json")).isEmpty();
  }

  @Test
  void the_demo_of_thinking_has_a_house_of_its_own_and_leaves_nothing() throws Exception {
    var temporary = Files.createDirectory(home.resolve("tmp"));
    var ended =
        retinue("demo", "--llm")
            .with("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary)
            .with("RETINUE_TOKEN", "rtn_of-nobody")
            .with("ANTHROPIC_API_KEY", "sk-told-to-nobody")
            .run();
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    assertThat(ended.out())
        .contains("poet", "host", "· Five syllables", "? How many guests will come?")
        .contains("answered 429: Too many requests. It is asked again in 2.0 s.")
        .contains("You said: Twelve", "(claimed): A haiku about tea", "its price is invented")
        .containsPattern("completed +\\d+s +\\$0\\.0")
        .doesNotContain("\u001b", "llm-script", "sk-told-to-nobody");
    assertThat(data).isEmptyDirectory();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void the_demo_of_a_fleet_works_in_workspaces_that_are_invented() throws Exception {
    var temporary = Files.createDirectory(home.resolve("tmp"));
    var ended =
        retinue("demo", "--fleet")
            .with("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary)
            .with("CODER_URL", "http://127.0.0.1:1")
            .with("CODER_SESSION_TOKEN", "told-to-nobody")
            .run();
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    assertThat(ended.out())
        .contains("It reports: ", "Ten tests are green")
        .contains("Which currency should the prices have?", "All 14 teas have a price in euros.")
        .contains("The page is there: Darjeeling, first flush.", "CODER_URL=")
        .doesNotContain("told-to-nobody");
    assertThat(data).isEmptyDirectory();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void with_a_key_the_assistant_works_and_the_key_is_kept_nowhere() throws Exception {
    try (var llm = ScriptedLlm.start()) {
      var contract =
          "Say it. "
              + ScriptedLlm.script(
                  Turn.tool("agent_complete", Map.of("summary", "Said by {{model}}.")));
      var ended = run(llm, contract);
      assertThat(ended.exitCode()).as(ended.toString()).isZero();
      assertThat(ended.out()).contains("Said by claude-");
      assertThat(ended.err()).contains("assistant works on it");
      assertThat(llm.await("Say it.").headers()).containsEntry("x-api-key", "sk-told-to-nobody");

      var refused = run(llm, "No. " + ScriptedLlm.script(Turn.error(401)));
      assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
      assertThat(refused.err()).contains("See whether the key in ANTHROPIC_API_KEY is right.");
    }
    killDaemon();
    try (var files = Files.walk(data)) {
      assertThat(files.filter(Files::isRegularFile))
          .isNotEmpty()
          .noneMatch(file -> bytes(file).contains("sk-told-to-nobody"));
    }
  }

  private Program.Ended run(ScriptedLlm llm, String contract) {
    return retinue("run", contract)
        .with("RETINUE_HIRE_PROGRAMS", "true")
        .with("ANTHROPIC_API_KEY", "sk-told-to-nobody")
        .with("ANTHROPIC_BASE_URL", llm.url())
        .run();
  }

  private static String bytes(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void behind_a_front_the_token_of_somebody_else_shows_its_tools_and_its_costs() {
    retinue("run", "the history of tea").run();
    var made = retinue("token", "create", "ci", "--toolset", "sessions", "--per-day", "2").run();
    var token = made.out().strip();
    var hello =
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        {"jsonrpc":"2.0","id":2,"method":"tools/list"}
        {"jsonrpc":"2.0","id":3,"method":"prompts/list"}
        {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"agent_start","arguments":{"contract":"x"}}}
        """;
    var answers = retinue("mcp").with("RETINUE_TOKEN", token).hearing(hello).run().out();
    assertThat(answers)
        .contains("\"create_session\"", "\"list_pending\"", "There is no tool 'agent_start'")
        .doesNotContain("\"agent_start\"", "\"spawn_agent\"", "\"review_code\"");

    var costs = retinue("costs").run();
    assertThat(costs.exitCode()).as(costs.toString()).isZero();
    assertThat(costs.out())
        .containsPattern("DAY +AGENT +COST +IN +OUT +RUNS")
        .containsPattern("researcher +\\$\\S+\\*")
        .containsPattern("ci +- +\\$2.000 +- +any");
    var own = retinue("costs", "--json").with("RETINUE_TOKEN", token).run();
    assertThat(JsonMapper.shared().readTree(own.out()).path("rows")).isEmpty();
    assertThat(JsonMapper.shared().readTree(own.out()).path("budgets")).hasSize(1);
  }

  @Test
  void the_doctor_asks_the_daemon_and_knows_one_that_does_not_answer() throws Exception {
    retinue("run", "--detach", "x").run();
    var healthy = retinue("doctor").run();
    assertThat(healthy.exitCode()).as(healthy.toString()).isZero();
    assertThat(healthy.out()).contains("ok    daemon", "(process " + daemon() + ")");
    killDaemon();
    assertThat(retinue("doctor").run().out()).contains("the last one was killed");
  }

  private Program retinue(String... args) {
    var words = new ArrayList<Object>(List.of(LAUNCHER));
    words.addAll(Arrays.asList(args));
    return Program.of(words.toArray())
        .with("JAVA_HOME", Repository.JDK)
        .with("HOME", home)
        .with("RETINUE_DATA", data)
        .within(Duration.ofMinutes(2));
  }

  private List<String> ids(String... args) {
    var ids = new ArrayList<String>();
    JsonMapper.shared()
        .readTree(retinue(args).run().out())
        .path("agents")
        .forEach(run -> ids.add(run.path("id").asString()));
    return ids;
  }

  private static List<Long> numbers(String events) {
    return events
        .lines()
        .map(line -> JsonMapper.shared().readTree(line).path("seq").asLong())
        .toList();
  }

  private long daemon() {
    return DaemonRecord.find(data).orElseThrow().pid();
  }

  private void killDaemon() {
    var process = ProcessHandle.of(daemon()).orElseThrow();
    process.destroyForcibly();
    process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }

  /// The sixth field, behind a name that may hold anything.
  private static long session(long pid) throws Exception {
    var stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[3]);
  }
}
