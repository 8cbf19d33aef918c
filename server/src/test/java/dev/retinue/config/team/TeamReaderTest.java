package dev.retinue.config.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.config.team.key.Remark;
import dev.retinue.core.Agent;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Hook;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Files of agents, right and wrong.
final class TeamReaderTest {
  private static final String STAND_IN =
      """
      models:
        warm: {provider: openai, model: gpt-6-mini, temperature: 0.9, thinking_budget: low, max_tokens: 500}
      agents:
        root:
          model: anthropic/claude-sonnet-5-5
          fallback: {models: [warm, google/gemini-3.8-flash]}
      """;

  static List<String> right() {
    return Samples.RIGHT;
  }

  static List<Samples.Wrong> wrong() {
    return Samples.WRONG;
  }

  @ParameterizedTest
  @MethodSource("right")
  void what_is_right_is_read(String text) {
    assertThat(Reading.trusted(text).agents()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void what_is_wrong_is_said_with_its_place(Samples.Wrong sample) {
    var refusal =
        catchThrowableOfType(RetinueException.class, () -> Reading.trusted(sample.file()));

    assertThat(refusal).hasMessageContaining(sample.says()).hasMessageStartingWith("team.yaml:");
  }

  @Test
  void all_mistakes_are_told_at_once() {
    var refusal =
        catchThrowableOfType(
            RetinueException.class,
            () -> Reading.trusted("agents:\n  root:\n    modle: a\n    add_date: yes\n"));

    assertThat(refusal.getMessage().lines())
        .containsExactly(
            "team.yaml:3:5: there is no key 'modle' in agents 'root'; did you mean 'model'?",
            "team.yaml:4:15: 'add_date' in agents 'root' must be true or false, but is the text 'yes'; write true.");
  }

  @Test
  void the_root_has_the_name_of_the_file_and_the_others_stand_behind_it() {
    var file = Reading.trusted(Samples.TEAM);

    assertThat(file.agents())
        .extracting(Agent::name)
        .containsExactly("team", "team.security-expert", "team.writer");
    assertThat(Reading.trusted("agents: {first: {}, second: {}}").agents())
        .extracting(Agent::name)
        .containsExactly("team", "team.second");
    assertThat(Reading.trusted("agents: {first: {}, root: {}}").agents())
        .extracting(Agent::name)
        .containsExactly("team", "team.first");
  }

  @Test
  void all_that_an_agent_says_of_itself_arrives() {
    var root = Reading.agent(Reading.trusted(Samples.TEAM), "team");

    assertThat(root.description()).isEqualTo("Leads the review.");
    assertThat(root.instructions()).isEqualTo("Look at the change.");
    assertThat(root.means())
        .isEqualTo(new Agent.Means("llm", "openai/gpt-6-mini", Agent.Effort.LOW, 4000));
    assertThat(root.conduct().permissions().allow()).containsExactly("read_*", "shell(git *)");
    assertThat(root.conduct().permissions().ask()).containsExactly("write_file");
    assertThat(root.conduct().permissions().deny()).containsExactly("mcp__search__delete", "fetch");
    var craft = root.craft();
    assertThat(craft.origin()).isEqualTo(new Craft.Origin("team.yaml", true));
    assertThat(craft.greeting()).isEqualTo("Hello.");
    assertThat(craft.background())
        .isEqualTo(new Craft.Background(true, true, List.of("AGENTS.md")));
    assertThat(craft.commands())
        .containsEntry("review", new Craft.Shortcut("", "Review $1."))
        .containsEntry("fix", new Craft.Shortcut("Mends it.", "Fix $ARGUMENTS."));
    assertThat(craft.hooks())
        .containsExactly(
            new Hook(
                Hook.Moment.PRE_TOOL_USE, "shell|edit_file", "./check.sh", Duration.ofSeconds(5)),
            new Hook(Hook.Moment.SESSION_END, "", "./bye.sh", Duration.ofSeconds(60)));
    assertThat(craft.outputSchema()).contains("\"fine\"");
  }

  @Test
  void what_a_toolset_cannot_be_told_is_said_by_name() {
    var file =
        Reading.trusted(
            """
            agents:
              root:
                model: anthropic/claude-sonnet-5-5
                toolsets:
                  - {type: filesystem, ignore_vcs: false}
                  - {type: todo, shared: true}
            """);
    assertThat(file.warnings())
        .containsExactly(
            "team.yaml:5:9: 'ignore_vcs: false' is not supported: '.git' is never listed.",
            "team.yaml:6:9: 'shared: true' is not supported: every agent has a list of its own.");
  }

  @Test
  void models_are_found_in_the_file_and_by_their_own_names() {
    var root = Reading.agent(Reading.trusted(Samples.TEAM), "team");
    var writer = Reading.agent(Reading.trusted(Samples.TEAM), "team.writer");
    var corner =
        new Thought.Endpoint("corner", false, "http://models.example.org/v1", "CORNER_KEY");

    assertThat(root.craft().thought())
        .isEqualTo(
            new Thought(
                new Thought.Sampling(0.2, null, null, null, null),
                List.of(corner),
                new Thought.Fallback(
                    List.of("anthropic/claude-sonnet-5-5", "corner/llama"),
                    0,
                    Duration.ofSeconds(90)),
                30,
                20));
    var declared = Reading.trusted(STAND_IN).agents().getFirst().craft().thought().fallback();
    assertThat(declared.manners())
        .containsOnly(
            Map.entry(
                "openai/gpt-6-mini",
                new Thought.Manner(new Thought.Sampling(0.9, null, null, null, null), "LOW", 500)));
    assertThat(writer.means().model()).isEqualTo("google/gemini-3.8-flash");
    assertThat(writer.craft().thought().fallback().models()).containsExactly("openai/gpt-6-mini");
    assertThat(Reading.trusted(Samples.RIGHT.get(2)).agents().getFirst().means().model()).isNull();
    assertThat(Reading.trusted(Samples.RIGHT.get(3)).agents().getFirst().means().model())
        .isEqualTo("docker/ai/qwen3");
  }

  @Test
  void a_known_provider_can_be_asked_elsewhere() {
    var file =
        Reading.trusted(
            "models: {mine: {provider: openai, model: x, base_url: 'http://example.org/v1'}}\n"
                + "agents: {root: {model: mine}}");

    assertThat(file.agents().getFirst().means().model()).isEqualTo("mine/x");
    assertThat(file.agents().getFirst().craft().thought().endpoints())
        .containsExactly(new Thought.Endpoint("mine", false, "http://example.org/v1", null));
  }

  @Test
  void a_model_may_say_how_much_it_reads_and_other_options_are_left_out() {
    var file =
        Reading.trusted(
            """
            models:
              small: {provider: docker, model: qwen3, provider_opts: {context_size: 8192, speed: 3}}
            agents: {root: {model: small}}
            """);

    assertThat(file.agents().getFirst().craft().thought().contexts())
        .containsExactly(Map.entry("docker/qwen3", 8192L));
    assertThat(file.remarks())
        .extracting(Remark::sentence)
        .containsExactly(
            "'speed' in 'provider_opts' of models 'small' is not supported, and is left out.");
  }

  @Test
  void toolsets_are_kits() {
    var kits = Reading.agent(Reading.trusted(Samples.TEAM), "team").craft().kits();

    assertThat(kits)
        .extracting(Kit::kind)
        .containsExactly(
            Kit.Kind.FILESYSTEM,
            Kit.Kind.SHELL,
            Kit.Kind.THINK,
            Kit.Kind.TODO,
            Kit.Kind.MEMORY,
            Kit.Kind.FETCH,
            Kit.Kind.BACKGROUND_AGENTS,
            Kit.Kind.USER_PROMPT,
            Kit.Kind.MCP,
            Kit.Kind.MCP);
    assertThat(kits.get(0).tools()).containsExactly("read_file", "list_directory");
    assertThat(kits.get(1).setup().environment()).containsEntry("LEVEL", "3");
    assertThat(kits.get(3).setup().shared()).isTrue();
    assertThat(kits.get(4).setup().memory()).isEqualTo("team");
    assertThat(kits.get(5).setup().allow()).containsExactly("example.org");
    assertThat(kits.get(5).setup().timeoutSeconds()).isEqualTo(20);
    assertThat(kits.get(8).tools()).containsExactly("find");
    assertThat(kits.get(8).setup().server())
        .isNotNull()
        .extracting(Kit.Server::name, Kit.Server::command, Kit.Server::arguments)
        .containsExactly("search", "search-server", List.of("--port", "7"));
    assertThat(kits.get(9).setup().server())
        .isNotNull()
        .extracting(Kit.Server::name, Kit.Server::url)
        .containsExactly("tools-example-org", "https://tools.example.org/mcp");
  }

  @Test
  void mates_are_looked_for_in_the_file_and_then_on_the_staff() {
    var file = Reading.trusted(Samples.TEAM);
    var team = Reading.agent(file, "team").craft().team();

    assertThat(team.members())
        .containsExactly(
            new Team.Mate("Security Expert", "team.security-expert"),
            new Team.Mate("claude", "claude"));
    assertThat(team.successors()).containsExactly(new Team.Mate("writer", "team.writer"));
    assertThat(file.missing(List.of("claude"))).isEmpty();
    assertThat(file.missing(List.of()))
        .singleElement()
        .extracting(it -> it.in(file.place()))
        .asString()
        .contains("there is no agent 'claude' in the file or on the staff");
  }

  @Test
  void what_is_not_supported_is_named_and_does_not_fail() {
    var file = Reading.trusted(Samples.RIGHT.get(3));

    assertThat(file.warnings())
        .anySatisfy(it -> assertThat(it).startsWith("team.yaml:2:1: 'rag' in the file is not"))
        .anySatisfy(it -> assertThat(it).contains("'skills' in agents 'root' is not supported"))
        .anySatisfy(it -> assertThat(it).contains("toolsets of the type 'lsp' are not supported"))
        .anySatisfy(it -> assertThat(it).contains("'docker:duckduckgo' is a server of Docker's"))
        .anySatisfy(
            it -> assertThat(it).contains("'post_edit' in a toolset of the type filesystem"));
    assertThat(file.agents().getFirst().craft().kits())
        .extracting(Kit::kind)
        .containsExactly(Kit.Kind.FILESYSTEM);
  }

  @Test
  void a_server_of_the_operator_is_named_by_its_name() {
    var file = Reading.ofProject("agents: {root: {toolsets: [{type: mcp, ref: github}]}}");

    assertThat(file.agents().getFirst().craft().kits().getFirst().setup().server())
        .isNotNull()
        .extracting(Kit.Server::name, Kit.Server::known)
        .containsExactly("github", true);
  }

  @Test
  void the_first_version_is_migrated() {
    var file =
        Reading.trusted(
            """
            version: "0"
            models:
              m: {type: openai, model: gpt-6-mini}
            agents:
              root:
                model: m
                todo: true
                think: true
                memory: {path: notes.db}
                toolsets: [{type: shell}]
            """);

    assertThat(file.agents().getFirst().means().model()).isEqualTo("openai/gpt-6-mini");
    assertThat(file.agents().getFirst().craft().kits())
        .extracting(Kit::kind)
        .containsExactly(Kit.Kind.TODO, Kit.Kind.THINK, Kit.Kind.MEMORY, Kit.Kind.SHELL);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "4", "5", "6", "7", "v3"})
  void every_version_up_to_the_latest_is_read(String version) {
    var file = Reading.trusted("version: %s\nagents: {root: {}}".formatted(version));

    assertThat(file.agents()).hasSize(1);
  }

  @Test
  void the_file_of_a_project_brings_nothing_along_that_runs_or_reaches_out() {
    var file =
        Reading.ofProject(
            """
            permissions: {allow: ["*"], deny: [shell]}
            agents:
              root:
                toolsets:
                  - {type: mcp, command: evil}
                  - {type: mcp, remote: {url: "https://evil.example.org"}}
                  - {type: shell, env: {PATH: /tmp}}
                  - {type: memory, path: notes.db}
                commands:
                  one: "!`rm -rf /`"
                  two: "Tell ${env.SECRET}"
                  three: Say $1.
                hooks:
                  session_start: [{type: command, command: evil}]
            """);
    var root = file.agents().getFirst();

    assertThat(root.craft().origin().trusted()).isFalse();
    assertThat(root.craft().kits())
        .extracting(Kit::kind)
        .containsExactly(Kit.Kind.SHELL, Kit.Kind.MEMORY);
    assertThat(root.craft().kits())
        .allSatisfy(
            it -> {
              assertThat(it.setup().environment()).isEmpty();
              assertThat(it.setup().memory()).isNull();
            });
    assertThat(root.craft().hooks()).isEmpty();
    assertThat(root.craft().commands()).containsOnlyKeys("three");
    assertThat(root.conduct().permissions().allow()).isEmpty();
    assertThat(root.conduct().permissions().deny()).containsExactly("shell");
    assertThat(file.warnings()).hasSize(7).allMatch(it -> it.contains("folder of the operator"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "models: {m: {provider: openai, model: x, base_url: 'http://evil.example.org'}}| base_url",
        "models: {m: {provider: openai, model: x, token_key: AWS_SECRET_ACCESS_KEY}}   | token_key",
        "providers: {o: {base_url: 'http://evil.example.org'}}                       | providers"
      })
  void the_file_of_a_project_does_not_say_where_models_are_asked(String section, String what) {
    var model = section.startsWith("models") ? "m" : "o/x";
    var text = "%s%nagents: {root: {model: %s}}".formatted(section.strip(), model);
    var refusal = catchThrowableOfType(RetinueException.class, () -> Reading.ofProject(text));

    assertThat(refusal)
        .hasMessageContaining("'%s' is not taken from the file of a project".formatted(what));
    assertThat(Reading.trusted(text).agents()).hasSize(1);
  }

  @Test
  void the_same_file_makes_the_same_agent() {
    assertThat(Reading.trusted(Samples.TEAM).agents())
        .extracting(Agent::digest)
        .isEqualTo(Reading.trusted(Samples.TEAM).agents().stream().map(Agent::digest).toList());
  }
}
