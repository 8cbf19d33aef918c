package dev.retinue.javafile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The examples do what they say: on the command line, as a skill, and as a server.
@EndToEnd
final class ExamplesTest {
  private static final String DIFF =
      """
      diff --git a/src/Pay.java b/src/Pay.java
      --- a/src/Pay.java
      +++ b/src/Pay.java
      @@ -1,2 +10,4 @@
       class Pay {
      +  String apiKey = "sk-1234567890";
      +  // TODO later
      -  int old;
      +  void pay() { System.out.println("paid"); }
      """;

  private static final String LOG =
      """
      2026-11-16T10:00:00 ERROR order 17 failed: NullPointerException
          at shop.Order.pay(Order.java:7)
      2026-11-16T10:00:05 INFO fine
      2026-11-16T10:00:09 ERROR order 18 failed: NullPointerException
      """;

  @TempDir private Path folder;
  private Desk desk;

  @BeforeEach
  void open() {
    desk = Desk.in(folder);
  }

  private static Path example(String name) {
    return Desk.EXAMPLES.resolve(name + ".java");
  }

  private ToolResult call(String example, String tool, ObjectNode arguments) throws IOException {
    var program = desk.exec(example(example), "--mcp");
    var builder = new ProcessBuilder(program.command()).directory(desk.folder().toFile());
    builder.environment().clear();
    builder.environment().putAll(program.environment());
    var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var client =
        McpClient.over(
            process.getInputStream(), process.getOutputStream(), ClientOptions.named("t", "1"))) {
      return client.callTool(tool, arguments);
    } finally {
      process.destroy();
    }
  }

  private static JsonNode result(ToolResult answer) {
    return Objects.requireNonNull(answer.structuredContent()).path("result");
  }

  /// Whoever makes a cache stays when the agent has answered, and writes in what goes now.
  @AfterEach
  void endThoseWhoMakeCaches() {
    Traces.killAround(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "CodeReviewer, code-reviewer",
    "ChangelogWriter, changelog-writer",
    "LogExplainer, log-explainer",
    "TestRunner, test-runner"
  })
  void each_of_them_is_a_skill(String file, String name) {
    var ended = desk.exec(example(file), "--skill").run();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    var skill = desk.folder().resolve(".claude/skills").resolve(name).resolve("SKILL.md");
    assertThat(skill).content().startsWith("---\nname: " + name).contains("## How to call it");
  }

  @Test
  void the_reviewer_finds_what_should_be_looked_at() throws IOException {
    var ended = desk.exec(example("CodeReviewer")).hearing(DIFF).run();
    var found = Json.WIRE.readTree(ended.out());
    assertThat(found.findValuesAsString("rule"))
        .containsExactly("a secret", "work that is left", "left from debugging");
    assertThat(found.get(0).path("line").asInt()).isEqualTo(11);
    var called = call("CodeReviewer", "code-reviewer", Json.object().put("context", DIFF));
    assertThat(result(called)).isEqualTo(found);
  }

  @Test
  void the_reviewer_asks_a_model_and_says_what_that_used() {
    try (var llm = ScriptedLlm.start()) {
      var diff = DIFF + ScriptedLlm.script(Turn.text("Do not keep keys in code."));
      var ended =
          desk.exec(example("CodeReviewer"), "-m", "anthropic/claude-sonnet-5-5")
              .saying("--output-format", "json")
              .with("ANTHROPIC_API_KEY", "sk-ant-key-of-nobody")
              .with("ANTHROPIC_BASE_URL", llm.url())
              .hearing(diff)
              .run();
      assertThat(ended.exitCode()).as(ended.err()).isZero();
      var metadata = Json.WIRE.readTree(ended.out()).path("metadata");
      assertThat(metadata.path("opinion").asString()).isEqualTo("Do not keep keys in code.");
      assertThat(metadata.path("usage").path("output_tokens").asInt()).isPositive();
    }
  }

  @Test
  void the_changelog_has_what_was_committed() throws IOException {
    var repository = Files.createDirectories(desk.folder().resolve("repository"));
    var script =
        """
        git init -q . && git config user.name t && git config user.email t@example.org
        git commit -q --allow-empty -m 'feat: a door' && git tag v1
        git commit -q --allow-empty -m 'fix(door): it closes' && git commit -q --allow-empty -m 'Paint it'
        """;
    desk.at(Program.of("/bin/sh", "-c", script)).in(repository).run();
    var page = "## 2.0\n\n### Fixed\n\n- it closes\n\n### Changed\n\n- Paint it\n";
    var ended =
        desk.exec(example("ChangelogWriter"), "--repository", repository, "--title", "2.0").run();
    assertThat(ended.out()).as(ended.err()).isEqualTo(page + "\n");
    var arguments = Json.object().put("repository", repository.toString()).put("title", "2.0");
    assertThat(result(call("ChangelogWriter", "changelog-writer", arguments)).asString())
        .isEqualTo(page);
  }

  @Test
  void a_log_is_explained_and_what_was_found_is_kept() throws IOException {
    var ended = desk.exec(example("LogExplainer"), "--remember").hearing(LOG).run();
    var found = Json.WIRE.readTree(ended.out());
    assertThat(found.get(0).path("times").asInt()).isEqualTo(2);
    assertThat(found.get(0).path("where").asString()).contains("Order.java:7");
    var called = call("LogExplainer", "log-explainer", Json.object().put("context", LOG));
    assertThat(result(called)).isEqualTo(found);
    try (var notes =
        Files.walk(desk.home().resolve(".local/share/single-file-agents/context/log-explainer"))) {
      assertThat(notes.filter(it -> it.toString().endsWith(".md"))).hasSize(1);
    }
  }

  @Test
  void tests_are_run_and_counted() throws IOException {
    desk.write("check.sh", "echo '3 passed'; echo 'FAILED sum_of_two'; echo '1 failed'; exit 1\n");
    var ended =
        desk.exec(example("TestRunner"), "--output-format", "json")
            .saying("--command", "sh", "--command", "check.sh")
            .run();
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(10);
    var tally = Json.WIRE.readTree(ended.out()).path("result");
    assertThat(tally.path("passed").asInt()).isEqualTo(3);
    assertThat(tally.path("failures").toString()).isEqualTo("[\"sum_of_two\"]");
    var arguments = Json.object();
    arguments.putArray("command").add("sh").add("check.sh");
    var called = call("TestRunner", "test-runner", arguments);
    assertThat(called.isError()).isTrue();
    assertThat(result(called).path("failed").asInt()).isEqualTo(1);
  }
}
