package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `retinue agents` with agents that are written in files.
final class AgentsFilesCommandTest {
  private static final String TEAM =
      """
      agents:
        root:
          model: groq/llama
          description: Leads.
          instruction: Lead them.
          sub_agents: [helper]
          toolsets:
            - type: mcp
              command: search
              env: {SECRET: very-secret}
        helper:
          model: mistral/large
          fallback: {models: [xai/grok]}
      """;

  @TempDir private Path folder;
  private Path data = Path.of("");
  private Path config = Path.of("");

  private record Answer(int exitCode, String out, String err) {}

  @BeforeEach
  void write() throws IOException {
    data = folder.resolve("data");
    config = Files.writeString(folder.resolve("retinue.yaml"), "");
  }

  private Answer agents(String... more) {
    var words = new ArrayList<>(List.of("agents"));
    words.addAll(List.of(more));
    words.addAll(List.of("--config", config.toString(), "--data", data.toString()));
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var terminal = Terminal.on(InputStream.nullInputStream(), out, err);
    int exitCode = new Commands(terminal).run(words);
    terminal.flush();
    return new Answer(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void those_who_only_play_give_way_to_a_file_of_the_operator() throws IOException {
    var file = file("reviewer.yaml", TEAM).toString();

    assertThat(agents("list").out()).contains("asks you before it approves");
    assertThat(agents("add", file).exitCode()).isZero();
    assertThat(agents("show", "reviewer").out()).contains("Lead them.");
    assertThat(agents("list"))
        .satisfies(it -> assertThat(it.err()).isEmpty())
        .satisfies(it -> assertThat(it.out()).doesNotContain("asks you before it approves"));
  }

  @Test
  void a_file_that_is_right_is_added_listed_and_shown() throws IOException {
    var added = agents("add", file("lead.yaml", TEAM).toString());
    var target = data.resolve("agents/lead.yaml");

    assertThat(added)
        .isEqualTo(new Answer(0, "Added %s: lead, lead.helper.%n".formatted(target), ""));
    assertThat(target).hasContent(TEAM);
    var listed = agents("list");
    assertThat(listed.err()).isEmpty();
    assertThat(listed.out()).contains("lead ", "Leads.", "from: " + target, "lead.helper");
    var shown = agents("show", "lead");
    assertThat(shown.out())
        .contains("members      helper (lead.helper)", "toolsets     mcp search", "Lead them.")
        .doesNotContain("very-secret");
    assertThat(agents("show", "lead", "--json").out())
        .contains("\"members\":[{\"name\":\"helper\",\"agent\":\"lead.helper\"}]")
        .doesNotContain("very-secret");
  }

  @Test
  void all_keys_that_a_team_needs_are_told_together() throws IOException {
    agents("add", file("lead.yaml", TEAM).toString());

    assertThat(agents("list").out())
        .contains(
            "needs: GROQ_API_KEY for groq/llama (lead), MISTRAL_API_KEY for mistral/large (lead.helper), XAI_API_KEY for xai/grok (lead.helper)");
    assertThat(agents("show", "lead").out())
        .contains("missing      GROQ_API_KEY for groq/llama (lead), MISTRAL_API_KEY for");
    assertThat(agents("show", "lead", "--json").out())
        .contains("\"missing\":\"GROQ_API_KEY for groq/llama (lead), ", "\"passed_over\":null");
  }

  @Test
  void who_has_one_model_that_can_be_asked_lacks_nothing() throws IOException {
    var text = "agents: {root: {model: groq/llama, fallback: {models: [ollama/small]}}}";
    agents("add", file("lead.yaml", text).toString());

    assertThat(agents("list").out()).doesNotContain("needs: ");
    assertThat(agents("show", "lead").out())
        .contains("passed over  without GROQ_API_KEY for groq/llama")
        .doesNotContain("missing");
  }

  @Test
  void nothing_is_overwritten_unless_that_is_wanted() throws IOException {
    var file = file("lead.yaml", TEAM);
    agents("add", file.toString());
    Files.writeString(file, TEAM.replace("Leads.", "Leads well."));

    var refused = agents("add", file.toString());
    assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains("is there already; write --force");
    assertThat(data.resolve("agents/lead.yaml")).hasContent(TEAM);

    assertThat(agents("add", "--force", file.toString()).exitCode()).isZero();
    assertThat(agents("list").out()).contains("Leads well.");
    try (var left = Files.list(data.resolve("agents"))) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void nobody_takes_the_name_of_another() throws IOException {
    Files.writeString(config, "staff: {worker: {description: Works., runtime: llm}}");

    var refused = agents("add", file("worker.yaml", TEAM).toString());

    assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains("There is an agent 'worker' on the staff already");
  }

  @Test
  void who_adds_a_team_is_told_who_of_it_is_not_there() throws IOException {
    var text = "agents: {root: {model: ollama/a, sub_agents: [nobody-here]}}";

    var added = agents("add", file("lead.yaml", text).toString());

    assertThat(added.exitCode()).isZero();
    assertThat(added.err()).contains("there is no agent 'nobody-here' in the file or on the staff");
  }

  @Test
  void what_is_wrong_is_not_added() throws IOException {
    var refused = agents("add", file("lead.yaml", "agents: {root: {modle: a}}").toString());

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("lead.yaml:1:17: there is no key 'modle'");
    assertThat(data.resolve("agents/lead.yaml")).doesNotExist();
  }

  @Test
  void every_mistake_of_every_file_is_told() throws IOException {
    var good = file("good.yaml", "agents: {root: {skills: true, sub_agents: [nobody]}}");
    var bad = file("bad.yaml", "agents:\n  root:\n    modle: a\n    add_date: 1\n");

    var answer = agents("validate", good.toString(), bad.toString());

    assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(answer.out()).isEqualTo("%s is right: good.%n".formatted(good));
    assertThat(answer.err().lines())
        .satisfiesExactly(
            it -> assertThat(it).startsWith(good + ":1:17: 'skills' in agents 'root' is not"),
            it -> assertThat(it).startsWith(good + ":1:44: there is no agent 'nobody'"),
            it -> assertThat(it).startsWith(bad + ":3:5: there is no key 'modle'"),
            it -> assertThat(it).startsWith(bad + ":4:15: 'add_date' in agents 'root' must be"));
    assertThat(agents("validate", good.toString()).exitCode()).isZero();
    assertThat(agents("validate", "--json", bad.toString()).out())
        .startsWith(
            "{\"files\":[{\"file\":\"%s\",\"valid\":false,\"agents\":[],\"mistakes\":[\""
                .formatted(bad));
  }

  @Test
  void a_file_of_a_project_is_read_as_one() throws IOException {
    var file = file("lead.yaml", TEAM);

    assertThat(agents("validate", "--project", file.toString()).err())
        .contains("the MCP server 'search' is left out: this is the file of a project");
    assertThat(agents("validate", file.toString()).err()).isEmpty();

    var theirs = Files.createDirectories(folder.resolve("project/.retinue/agents"));
    var own = Files.writeString(theirs.resolve("lead.yaml"), TEAM);
    assertThat(agents("validate", own.toString()).err())
        .contains("the MCP server 'search' is left out: this is the file of a project");
  }

  @Test
  void a_folder_is_all_its_files() throws IOException {
    var shelf = Files.createDirectories(folder.resolve("shelf"));
    Files.writeString(shelf.resolve("lead.yaml"), TEAM);
    Files.writeString(shelf.resolve("broken.yml"), "agents: {root: {modle: a}}");
    Files.writeString(shelf.resolve("README.md"), "# Agents");
    Files.writeString(shelf.resolve("notes.txt"), "x");

    var answer = agents("validate", shelf.toString());

    assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(answer.out())
        .isEqualTo("%s is right: lead, lead.helper.%n".formatted(shelf.resolve("lead.yaml")));
    assertThat(answer.err()).startsWith(shelf.resolve("broken.yml") + ":1:17: there is no key");
    assertThat(
            agents("validate", Files.createDirectories(folder.resolve("empty")).toString()).err())
        .contains("there is no file of agents in it");
  }

  @Test
  void who_comes_along_is_not_said_to_be_of_a_configuration() throws IOException {
    assertThat(agents("list").out())
        .contains("from: Retinue itself")
        .doesNotContain("the configuration");

    Files.writeString(
        config, "staff: {watcher: {runtime: llm, description: Watches., model: openai/gpt-6}}");
    assertThat(agents("list").out()).contains("from: the configuration");
  }

  @Test
  void a_broken_file_is_told_and_hides_no_other() throws IOException {
    agents("add", file("lead.yaml", TEAM).toString());
    Files.writeString(data.resolve("agents/broken.yaml"), "agents: [");

    var answer = agents("list");

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out()).contains("lead");
    assertThat(answer.err()).contains("retinue: left out: ", "broken.yaml:1:");
    assertThat(agents("list", "--json").out()).contains("\"troubles\":[\"");
  }

  @Test
  void the_schema_is_printed() {
    var out = new ByteArrayOutputStream();
    var terminal = Terminal.on(InputStream.nullInputStream(), out, new ByteArrayOutputStream());
    int exitCode =
        new Commands(terminal).run(List.of("agents", "schema", "--config", config.toString()));
    terminal.flush();

    assertThat(exitCode).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\"$schema\" : \"https://json-schema.org/draft/2020-12/schema\"", "sub_agents");
  }
}
