package dev.retinue.toolset.compat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Meta;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.Validator;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Old callers with their old arguments, and a program that is called `codex`.
final class CompatTest {
  private static final String THREAD = "0199a213-81c0-7800-8aa1-bbab2a035a53";

  /// Every start leaves a line of its arguments and what it heard. One that hears WAIT waits until
  /// somebody opens the gate; one that hears BREAK fails.
  private static final String CODEX =
      """
      #!/bin/sh
      words=$(cat)
      printf 'ARGUMENTS %s\\n%s\\n' "$*" "$words" >> 'FOLDER/heard'
      echo '{"type":"thread.started","thread_id":"THREAD"}'
      case $words in *WAIT*) : < 'FOLDER/gate' ;; esac
      case $words in *BREAK*) echo '{"type":"turn.failed","error":{"message":"It broke."}}'; exit 1 ;; esac
      n=$(grep -c ^ARGUMENTS 'FOLDER/heard')
      echo '{"type":"item.completed","item":{"id":"1","type":"agent_message","text":"Answer '$n'"}}'
      echo '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}'
      """;

  /// Says where it is, after the first line: more may come for as long as it lives.
  private static final String CLAUDE =
      """
      #!/bin/sh
      read -r words
      echo '{"type":"system","subtype":"init","session_id":"s-1","model":"m","claude_code_version":"0"}'
      printf '{"type":"result","subtype":"success","is_error":false,"result":"In %s","total_cost_usd":0,"num_turns":1,"modelUsage":{}}\n' "$(pwd)"
      """;

  @TempDir private Path folder;
  private CompatScene scene;
  private McpClient client;

  @BeforeEach
  void open() throws IOException {
    install("codex", CODEX.replace("FOLDER", folder.toString()).replace("THREAD", THREAD));
    install("claude", CLAUDE);
    Program.of("mkfifo", folder.resolve("gate")).run();
    begin();
  }

  private void install(String name, String script) throws IOException {
    var bin = Files.createDirectories(folder.resolve("bin"));
    var program = Files.writeString(bin.resolve(name), script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private void begin() throws IOException {
    var environment = Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
    scene = new CompatScene(folder, environment);
    client = scene.client();
  }

  @AfterEach
  void close() {
    client.close();
    scene.close();
  }

  @Test
  void a_thread_goes_on_under_the_handle_that_it_began_with() throws IOException {
    var begun = client.callTool("codex", prompt("Paint it."));

    assertThat(text(begun)).isEqualTo("Answer 1");
    var thread = structured(begun).path("threadId").asString();
    assertThat(structured(begun).path("content").asString()).isEqualTo("Answer 1");
    assertThat(structured(begun).path("codexThreadId").asString()).isEqualTo(THREAD);
    for (var answer : List.of("Answer 2", "Answer 3")) {
      var reply = client.callTool("codex-reply", reply(thread, "And now?"));
      assertThat(text(reply)).isEqualTo(answer);
      assertThat(structured(reply).path("threadId").asString()).isEqualTo(thread);
    }
    assertThat(starts()).hasSize(3);
    assertThat(starts().subList(1, 3)).allMatch(line -> line.contains("resume " + THREAD));
  }

  @Test
  void a_thread_goes_on_after_a_restart_by_either_of_its_names() throws IOException {
    var thread = structured(client.callTool("codex", prompt("Paint it."))).path("threadId");
    close();
    begin();

    var old = prompt("And now?").put("conversationId", THREAD);
    var reply = structured(client.callTool("codex-reply", old));

    assertThat(reply.path("content").asString()).isEqualTo("Answer 2");
    assertThat(reply.path("threadId")).isEqualTo(thread);
    var last = client.callTool("codex-reply", reply(thread.asString(), ""));
    assertThat(text(last)).as("the last answer once more").isEqualTo("Answer 2");
  }

  @ParameterizedTest
  @CsvSource({"read-only", "workspace-write"})
  void a_sandbox_holds_for_the_whole_thread(String sandbox) throws IOException {
    var begun = client.callTool("codex", prompt("Look.").put("sandbox", sandbox));
    var thread = structured(begun).path("threadId").asString();
    var _ = client.callTool("codex-reply", reply(thread, "Look again."));

    assertThat(starts()).hasSize(2).allMatch(line -> line.contains(sandbox));
  }

  @Test
  void a_caller_does_not_get_full_access() {
    var refused = client.callTool("codex", prompt("x").put("sandbox", "danger-full-access"));

    assertThat(refused.isError()).isTrue();
    assertThat(text(refused)).contains("operator").contains("workspace-write");
    assertThat(scene.staff().all()).isEmpty();
  }

  @Test
  void what_cannot_be_had_is_named() throws IOException {
    var arguments =
        prompt("Build it.")
            .put("approval-policy", "on-request")
            .put("base-instructions", "Be brief.")
            .put("developer-instructions", "Be kind.")
            .put("compact-prompt", "Sum up.")
            .put("profile", "fast")
            .put("include-plan-tool", true)
            .put("colour", "red");
    arguments.putObject("config").put("model_reasoning_effort", "high");

    var answer = structured(client.callTool("codex", arguments));

    var warnings = answer.path("warnings").toString();
    assertThat(warnings)
        .contains("approval-policy", "base-instructions", "model_reasoning_effort")
        .contains("compact-prompt", "profile", "include-plan-tool", "colour");
    assertThat(Files.readString(folder.resolve("heard")))
        .contains("Be brief.\n\nBe kind.\n\n---\n\nBuild it.");
    assertThat(structured(client.callTool("codex", prompt("x"))).toString())
        .doesNotContain("approval-policy");
  }

  @Test
  void a_thread_that_takes_longer_is_waited_for_with_an_empty_prompt() throws IOException {
    String thread;
    try (var hasty = scene.client(ClientOptions.named(CompatScene.HASTY, "1"))) {
      var begun = hasty.callTool("codex", prompt("WAIT"));
      thread = structured(begun).path("threadId").asString();
      assertThat(begun.isError()).isFalse();
      assertThat(text(begun)).contains("still at work", "codex-reply", thread, "empty prompt");
      assertThat(text(hasty.callTool("codex-reply", reply(thread, "")))).contains("still at work");
    }
    var refused = client.callTool("codex-reply", reply(thread, "Hurry up."));
    assertThat(refused.isError()).isTrue();
    assertThat(text(refused)).contains("still at work", "empty prompt");

    openGate();

    assertThat(text(client.callTool("codex-reply", reply(thread, "")))).isEqualTo("Answer 1");
  }

  @Test
  void who_cancels_the_call_stops_the_thread_and_can_go_on_with_it() throws Exception {
    var legacy = ClientOptions.named("test", "1").in(new Mode.Legacy("2025-06-18"));
    try (var canceller = scene.client(legacy)) {
      var waiting = Thread.ofVirtual().start(() -> canceller.callTool("codex", prompt("WAIT")));
      var id = running();
      waiting.interrupt();
      waiting.join();
      assertThat(scene.staff().awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
      assertThat(text(client.callTool("codex-reply", reply(id.text(), "Go on."))))
          .isEqualTo("Answer 2");
    }
  }

  @Test
  void a_call_that_is_repeated_says_it_once() throws IOException {
    var thread = structured(client.callTool("codex", prompt("Paint it."))).path("threadId");
    var params = Json.object().put("name", "codex-reply");
    params.set("arguments", reply(thread.asString(), "And now?"));
    params.putObject("_meta").put(Meta.CALL, "call-1");

    var first = client.request("tools/call", params.deepCopy());
    var again = client.request("tools/call", params);

    assertThat(again.at("/structuredContent/content").asString()).isEqualTo("Answer 2");
    assertThat(again.at("/structuredContent/spawn_id"))
        .isEqualTo(first.at("/structuredContent/spawn_id"));
    assertThat(starts()).hasSize(2);
  }

  @Test
  void what_failed_is_an_error_with_its_thread() {
    var failed = client.callTool("codex", prompt("BREAK"));

    assertThat(failed.isError()).isTrue();
    assertThat(text(failed)).contains("It broke.");
    assertThat(structured(failed).path("threadId").asString()).startsWith("sp_");
  }

  @ParameterizedTest
  @CsvSource({THREAD, "sp_aaaaaaaaaaaaaaaaaaaaaaaaaa", "nonsense"})
  void a_thread_that_is_not_there_is_refused_with_a_remedy(String thread) {
    var refused = client.callTool("codex-reply", reply(thread, "Hello?"));

    assertThat(refused.isError()).isTrue();
    assertThat(text(refused)).contains("no thread '" + thread + "'", "begin a new thread");
  }

  @Test
  void a_thread_of_another_caller_is_not_there() {
    var thread = structured(client.callTool("codex", prompt("Paint it."))).path("threadId");
    var guest = new Caller("guest", "guest", Caller.Scope.RUN, null);
    try (var web = scene.serve(guest);
        var other = CompatScene.at(web, ClientOptions.named("test", "1"))) {
      for (var name : List.of(thread.asString(), THREAD)) {
        var refused = other.callTool("codex-reply", reply(name, ""));
        assertThat(refused.isError()).isTrue();
        assertThat(text(refused)).contains("no thread '" + name + "'");
      }
    }
  }

  @Test
  void what_is_missing_is_asked_for() {
    assertThat(text(client.callTool("codex", prompt(" ")))).contains("say what codex is to do");
    assertThat(text(client.callTool("claude_code", prompt("")))).contains("say what Claude Code");
    assertThat(text(client.callTool("codex-reply", prompt("x")))).contains("threadId");
  }

  @Test
  void claude_code_answers_in_text_from_the_folder_it_was_given() throws IOException {
    var work = folder.resolve("work").toRealPath().toString();

    var answer =
        client.callTool(
            "claude_code", prompt("Where?").put("workFolder", work).put("tools", "all"));

    assertThat(text(answer)).startsWith("In " + work).contains("no argument 'tools'");
    assertThat(answer.structuredContent()).isNull();
  }

  @Test
  void a_thread_of_one_program_is_none_of_another() {
    var thread = structured(client.callTool("codex", prompt("Paint it."))).path("threadId");
    var refused = client.callTool("claude_code", reply(thread.asString(), ""));
    assertThat(refused.isError()).isTrue();
    assertThat(text(refused)).contains("no thread of claude", "codex");
  }

  @Test
  void every_answer_fits_its_schema() {
    var begun = client.callTool("codex", prompt("Paint it."));
    var info = Objects.requireNonNull(scene.server().tools().get("codex")).info();
    var schema = new Validator(Objects.requireNonNull(info.outputSchema()));
    assertThat(schema.violations(structured(begun))).isEmpty();
  }

  /// The only run, once its program waits at the gate.
  private RunId running() throws InterruptedException {
    while (scene.staff().all().isEmpty()) {
      Thread.onSpinWait();
    }
    var id = scene.staff().all().getFirst().id();
    scene.staff().await(id, run -> run.facts().containsKey("cli_session"));
    return id;
  }

  /// Returns when the program has come through.
  private void openGate() throws IOException {
    Files.newOutputStream(folder.resolve("gate"), StandardOpenOption.WRITE).close();
  }

  private List<String> starts() throws IOException {
    try (var lines = Files.lines(folder.resolve("heard"))) {
      return lines.filter(line -> line.startsWith("ARGUMENTS")).toList();
    }
  }

  private static ObjectNode prompt(String prompt) {
    return Json.object().put("prompt", prompt);
  }

  private static ObjectNode reply(String thread, String prompt) {
    return prompt(prompt).put("threadId", thread);
  }

  private static String text(ToolResult result) {
    return ((Content.Text) result.content().getFirst()).text();
  }

  private static JsonNode structured(ToolResult result) {
    return Objects.requireNonNull(result.structuredContent(), result::toString);
  }
}
