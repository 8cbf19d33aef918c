package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.config.Thinking;
import dev.retinue.config.team.AgentFiles;
import dev.retinue.config.team.AgentFolder;
import dev.retinue.config.team.FileStaff;
import dev.retinue.config.team.Landscape;
import dev.retinue.core.Caller;
import dev.retinue.core.Permissions;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.Workplace;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.llm.hook.CommandLines;
import dev.retinue.runtime.llm.tool.Toolbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents of files at work in a whole household.
final class FileAgentsTest {
  private static final Landscape LANDSCAPE =
      new Landscape(
          Map.of(
              "anthropic",
              new Landscape.Provider(null, false, List.of("ANTHROPIC_API_KEY")),
              "groq",
              new Landscape.Provider("https://api.groq.com/openai/v1", false, List.of())),
          Set.of(),
          Set.of(),
          UsualStaff.single(),
          java.util.Map.of(),
          _ -> {});

  @TempDir private Path folder;
  private final ScriptedLlm llm = ScriptedLlm.start();
  private Path agents = Path.of("");
  private Path project = Path.of("");

  @BeforeEach
  void folders() throws IOException {
    agents = Files.createDirectory(folder.resolve("agents"));
    Files.createDirectories(folder.resolve("project/.git"));
    project = folder.resolve("project").toRealPath();
  }

  @AfterEach
  void close() {
    llm.close();
  }

  private ServedHousehold household(Study study) {
    return household(study, Caller.owner());
  }

  private ServedHousehold household(Study study, Caller caller) {
    return ServedHousehold.of(
        Household.open(
            Household.Settings.in(folder.resolve("data"), () -> {}),
            new FileStaff(
                List::of, new AgentFiles(LANDSCAPE), List.of(AgentFolder.trusted(agents))),
            List.of(study.runtime(Toolbox.EMPTY, CommandLines.NONE, Permissions.NONE)),
            _ -> {}),
        caller);
  }

  private Study study() {
    return new Study(
        Thinking.USUAL,
        Map.of("ANTHROPIC_BASE_URL", llm.url(), "ANTHROPIC_API_KEY", "sk-test"),
        InstantSource.system());
  }

  private static String file(String instruction) {
    return """
        agents:
          root:
            model: anthropic/claude-sonnet-5-5
            instruction: %s
        """
        .formatted(instruction);
  }

  private static String work() {
    return "Do it. "
        + ScriptedLlm.script(Turn.tool("agent_complete", Map.of("summary", "Done by {{model}}.")));
  }

  @Test
  void an_agent_of_a_file_is_started_by_its_name_and_thinks() throws Exception {
    try (var study = study();
        var house = household(study);
        var client = house.client("/mcp")) {
      Files.writeString(agents.resolve("reviewer.yaml"), file("Review it all."));

      var answer =
          ServedHousehold.structured(
              client.callTool(
                  "agent_start", Json.object().put("agent", "reviewer").put("contract", work())));
      var run = ended(house, house.nextStarted());

      assertThat(answer.path("agent_id").asString()).isEqualTo(run.id().text());
      assertThat(run.state()).isInstanceOf(State.Completed.class);
      assertThat(llm.exchanges().getLast().body().toString()).contains("Review it all.");
    }
  }

  @Test
  void a_file_with_a_mistake_is_named_to_whoever_means_its_agent() throws Exception {
    try (var study = study();
        var house = household(study);
        var client = house.client("/mcp/sessions")) {
      var file = agents.resolve("reviewer.yaml");
      Files.writeString(file, file("Review it.") + "    modell: x\n");
      for (var reference : List.of("reviewer", "reviewer.yaml", file.toString())) {
        var order = Json.object().put("agent_file", reference);
        assertThat(client.callTool("create_session", order).toString())
            .contains("NOT_FOUND", "something is wrong with its file")
            .doesNotContain("modell");
      }
      assertThat(
              catchThrowableOfType(
                  RetinueException.class, () -> start(house, Caller.owner(), "reviewer")))
          .hasMessageContaining("something is wrong with its file 'reviewer.yaml'");
    }
  }

  @Test
  void a_changed_file_serves_the_next_run() throws Exception {
    try (var study = study();
        var house = household(study)) {
      Files.writeString(agents.resolve("reviewer.yaml"), file("Review it all."));
      var first = ended(house, start(house, Caller.owner(), "reviewer"));
      Files.writeString(agents.resolve("reviewer.yaml"), file("Review it once more."));
      var second = ended(house, start(house, Caller.owner(), "reviewer"));

      assertThat(llm.exchanges().getLast().body().toString()).contains("Review it once more.");
      assertThat(second.commission().agent().digest())
          .isNotEqualTo(first.commission().agent().digest());
    }
  }

  @Test
  void agents_of_a_project_are_there_for_who_speaks_from_it() throws Exception {
    try (var study = study();
        var house = household(study)) {
      var own = Files.createDirectories(project.resolve(".retinue/agents"));
      Files.writeString(own.resolve("local.yaml"), file("Work here."));
      var here = Caller.owner().at(new Workplace(project, Map.of()));

      var run = ended(house, start(house, here, "local"));

      assertThat(run.commission().terms().workingDirectory()).isEqualTo(project.toString());
      assertThat(
              catchThrowableOfType(
                  RetinueException.class, () -> start(house, Caller.owner(), "local")))
          .hasMessageContaining("There is no agent 'local' on the staff");
      assertThat(house.staff().members().of(here).all()).hasSize(1);
    }
  }

  @Test
  void templates_and_contexts_find_the_agents_of_a_project_too() throws Exception {
    var own = Files.createDirectories(project.resolve(".retinue/agents"));
    Files.writeString(own.resolve("local.yaml"), file("Work here."));
    Files.writeString(project.resolve("AGENTS.md"), "Be kind.");
    var templates = Files.createDirectories(folder.resolve("data/templates"));
    Files.writeString(
        templates.resolve("do_it.md"),
        """
        ---
        name: do_it
        description: Does it.
        arguments:
          what: {description: What to do.}
        ---
        {{what}}
        """);
    var here = Caller.owner().at(new Workplace(project, Map.of()));
    try (var study = study();
        var house = household(study, here);
        var client = house.client("/mcp")) {
      var arguments = Json.object().put("what", work()).put("agent", "local");
      ServedHousehold.structured(client.callTool("do_it", arguments.put("async", true)));
      var run = ended(house, house.nextStarted());

      assertThat(run.commission().agent().name()).isEqualTo("local");
      assertThat(client.readResource("agents://context/local").toString()).contains("Be kind.");
    }
  }

  @Test
  void nothing_begins_while_keys_are_missing_and_all_of_them_are_told() throws Exception {
    try (var study = study();
        var house = household(study)) {
      Files.writeString(
          agents.resolve("lead.yaml"),
          """
          agents:
            root: {model: anthropic/a, sub_agents: [other]}
            other: {model: groq/b, fallback: {models: [groq/c]}}
          """);

      var refusal =
          catchThrowableOfType(RetinueException.class, () -> start(house, Caller.owner(), "lead"));

      assertThat(refusal)
          .hasMessage(
              "Agent 'lead' cannot begin: it needs GROQ_API_KEY for groq/b (lead.other), GROQ_API_KEY for groq/c (lead.other). Set that in the environment of whoever starts the run, or of the daemon.");
      assertThat(house.runs()).isEmpty();
      var lender = Caller.owner().at(new Workplace(null, Map.of("GROQ_API_KEY", "g")));
      assertThat(start(house, lender, "lead")).isNotNull();
    }
  }

  private static dev.retinue.core.RunId start(ServedHousehold house, Caller caller, String agent) {
    return house.staff().start(caller, StartRequest.of(agent, work())).id();
  }

  private static Run ended(ServedHousehold house, dev.retinue.core.RunId id)
      throws InterruptedException {
    var run = house.staff().await(Caller.owner(), id, Run::ended, Duration.ofSeconds(30));
    assertThat(run.ended()).as(run.toString()).isTrue();
    return run;
  }
}
