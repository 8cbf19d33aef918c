package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Conversations in pipes and at a terminal, with a daemon that the commands start themselves.
@EndToEnd
class ChatTest {
  private static final Path LAUNCHER = Repository.DISTRIBUTION.resolve("retinue");

  @TempDir private Path data;
  @TempDir private Path home;

  @AfterEach
  void endDaemon() {
    if (DaemonRecord.find(data).isPresent()) {
      killDaemon();
    }
  }

  @Test
  void a_pipe_gets_answers_alone_and_the_conversation_goes_on_later() {
    var first = retinue("chat", "researcher", "--name", "tea").hearing("tea\n\n/cost\n").run();
    assertThat(first.exitCode()).as(first.toString()).isZero();
    assertThat(first.out())
        .startsWith("# What I found\n\nAsked: tea\n")
        .endsWith("$0.021 for 1 message: 10k tokens in, 830 out\n");

    var whole = retinue("chat", "--continue", "--whole", "--json").hearing("green\n/cost\n").run();
    assertThat(whole.exitCode()).as(whole.toString()).isZero();
    var events = whole.out().lines().map(ChatTest::json).toList();
    assertThat(events).extracting(it -> it.path("type").asString()).contains("said", "tool_called");
    var answer = events.getLast();
    assertThat(answer.path("type").asString()).isEqualTo("answer");
    assertThat(answer.path("response").asString()).contains("Asked: green\n/cost");
    assertThat(answer.path("cost_usd").isNumber()).isTrue();

    var id = answer.path("session_id").asString();
    var cost = json(retinue("chat", "-c", "--json").hearing("/cost\n").run().out());
    assertThat(cost.path("type").asString()).isEqualTo("cost");
    assertThat(cost.path("messages").asInt()).isEqualTo(2);
    var mistyped = retinue("chat", "--continue").hearing("/hlep\n").run();
    assertThat(mistyped.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(mistyped.err()).contains("there is no /hlep; did you mean /help? //hlep says it");
    var shown = retinue("sessions", "show", id.substring(0, 8)).run();
    assertThat(shown.out()).contains(id, "researcher", "> tea", "> green");
    var fork = retinue("sessions", "fork", "tea", "--name", "oolong").run();
    assertThat(fork.out().strip()).isNotEqualTo(id).hasSize(36);
    assertThat(retinue("sessions", "rename", "oolong", "white").run().out())
        .endsWith(" is called white.\n");
    assertThat(retinue("sessions", "close", "white").run().out()).endsWith(" is closed.\n");
    var open = json(retinue("sessions", "list", "--json").run().out()).path("sessions");
    assertThat(open).hasSize(1);
    assertThat(open.get(0).path("num_messages").asInt()).isEqualTo(2);
    var all = retinue("sessions", "--all").run().out();
    assertThat(all).contains("white", "closed", "tea", "idle");
    var closed = retinue("chat", "--session", "white").hearing("x\n").run();
    assertThat(closed.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(closed.err()).contains("retinue sessions fork");
  }

  @Test
  void what_is_not_answered_ends_a_pipe_with_its_exit_code() {
    var nobody = retinue("chat", "nobody").hearing("x\n").run();
    assertThat(nobody.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(nobody.err()).contains("nobody").doesNotContain("defect");

    var stopped = retinue("chat", "reviewer").hearing("one\ntwo\n").start();
    var waits = Pattern.compile("\"run_id\":\"([^\"]+)\"");
    String run = "";
    while (run.isEmpty() && stopped.process().isAlive()) {
      var found = waits.matcher(retinue("sessions", "show", "--json", newest()).run().out());
      run = found.find() ? found.group(1) : "";
    }
    assertThat(retinue("stop", run).run().exitCode()).isZero();
    var ended = stopped.await();
    assertThat(ended.exitCode()).as(ended.toString()).isEqualTo(ExitCode.STOPPED);
    assertThat(ended.out()).isEmpty();
    assertThat(
            json(retinue("sessions", "--json").run().out())
                .path("sessions")
                .get(0)
                .path("num_messages")
                .asInt())
        .as("the second was not said")
        .isEqualTo(1);
    var both = retinue("chat", "reviewer", "--continue").run();
    assertThat(both.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void an_answer_comes_though_the_daemon_was_killed_meanwhile() {
    var chat = retinue("chat", "researcher", "--json").hearing("tea\n").start();
    chat.awaitOutput(Pattern.compile("web_search"));
    killDaemon();

    var ended = chat.await();
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    assertThat(ended.err()).contains("the daemon is gone; looking for the next one.");
    var said = ended.out().lines().map(ChatTest::json).toList();
    assertThat(said.getLast().path("response").asString()).contains("Asked: tea");
    assertThat(said.stream().filter(it -> it.path("type").asString().equals("completed")))
        .hasSize(1);
  }

  @Test
  void an_agent_with_lent_keys_gets_them_again_from_the_chat_that_waits_for_its_answer()
      throws InterruptedException {
    try (var llm = ScriptedLlm.start()) {
      var script = ScriptedLlm.script(Turn.text("Here it is.").hanging().times(1));
      var chat =
          retinue("chat", "assistant")
              .with("RETINUE_HIRE_PROGRAMS", "true")
              .with("ANTHROPIC_BASE_URL", llm.url())
              .with("ANTHROPIC_API_KEY", "not-real")
              .hearing("Take your time. " + script + "\n")
              .start();
      llm.await("Take your time.");
      killDaemon();

      var ended = chat.await();
      assertThat(ended.exitCode()).as(ended.toString()).isZero();
      assertThat(ended.out()).isEqualTo("Here it is.\n");
    }
  }

  private String newest() {
    var sessions = json(retinue("sessions", "--json").run().out()).path("sessions");
    return sessions.isEmpty() ? "none" : sessions.get(0).path("id").asString();
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text.isBlank() ? "{}" : text);
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

  private void killDaemon() {
    var process = ProcessHandle.of(DaemonRecord.find(data).orElseThrow().pid()).orElseThrow();
    process.destroyForcibly();
    process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
