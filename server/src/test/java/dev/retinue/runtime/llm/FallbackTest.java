package dev.retinue.runtime.llm;

import static dev.retinue.runtime.llm.TeamScene.agent;
import static dev.retinue.runtime.llm.TeamScene.complete;
import static dev.retinue.runtime.llm.TeamScene.craft;
import static dev.retinue.runtime.llm.TeamScene.summary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.craft.Thought.Fallback;
import dev.retinue.core.craft.Thought.Sampling;
import dev.retinue.llm.scripted.Exchange;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where one model cannot answer, another one is asked.
class FallbackTest {
  private static final String SECOND = "openai-chat/second-1";
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  private static Agent thinker(String name, int retries, String... models) {
    var fallback = new Fallback(List.of(models), retries, MINUTE);
    var thought = new Thought(Sampling.USUAL, List.of(), fallback, 0, 0);
    return agent(name, craft(Team.NONE, thought));
  }

  private TeamScene scene(int retries) {
    return TeamScene.in(folder)
        .hire(thinker("thinker", retries, SECOND), thinker("other", retries, SECOND))
        .begin();
  }

  private static List<String> switches(TeamScene team, RunId run) {
    return team.events(run, RunEvent.ModelFallback.class).stream()
        .map(it -> it.from() + " > " + it.to())
        .toList();
  }

  private static List<String> asked(TeamScene team) {
    return team.llm().exchanges().stream()
        .map(Exchange::conversation)
        .map(it -> it.model())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"429,1", "503,3", "500,3", "408,3", "401,1", "404,1"})
  void what_one_model_cannot_answer_the_next_one_is_asked(int status, int times) {
    try (var team = scene(2)) {
      // Both play the same turn: the trouble comes as often as the first one is asked.
      var run = team.play("thinker", complete("Done.").failing(status).times(times));
      assertThat(summary(run)).isEqualTo("Done.");
      assertThat(asked(team).stream().filter("thinker-1"::equals)).hasSize(times);
      assertThat(asked(team).getLast()).isEqualTo("second-1");
      assertThat(switches(team, run.id()))
          .containsExactly("anthropic/thinker-1 > openai-chat/second-1");
      assertThat(team.events(run.id(), RunEvent.ModelFallback.class).getFirst().why()).isNotBlank();
    }
  }

  @Test
  void the_price_is_that_of_the_model_that_answered() {
    try (var team = scene(-1)) {
      var done = complete("Done.").usage(1000, 0);
      var first = team.play("thinker", done);
      var second = team.play("thinker", done.failing(503).times(1));
      assertThat(second.dossier().usage().cost().usd())
          .isEqualByComparingTo(
              first.dossier().usage().cost().usd().add(first.dossier().usage().cost().usd()));
    }
  }

  @Test
  void who_had_enough_of_one_run_is_left_alone_by_all_until_it_has_rested() {
    try (var team = scene(2)) {
      team.play("thinker", complete("Done.").failing(429).times(1));
      var other = team.play("other", complete("Done."));
      assertThat(switches(team, other.id()))
          .containsExactly("anthropic/thinker-1 > openai-chat/second-1");
      assertThat(asked(team)).containsExactly("thinker-1", "second-1", "second-1");
      team.clock().advance(MINUTE.plusSeconds(1));
      var later = team.play("other", complete("Done."));
      assertThat(switches(team, later.id())).isEmpty();
      assertThat(asked(team).getLast()).isEqualTo("thinker-1");
    }
  }

  @Test
  void it_stays_with_the_other_one_meanwhile_and_no_seal_of_the_first_reaches_it() {
    var echo = RecordingTool.echo("echo");
    try (var team =
        TeamScene.in(folder).hire(thinker("thinker", 2, SECOND)).lending(echo).begin()) {
      var say = Turn.tool("echo", Map.of("word", "a"));
      var run =
          team.play(
              "thinker",
              say.reasoning("Sealed by the first."),
              Turn.tool("echo", Map.of("word", "b")).failing(429).times(1),
              complete("Done."));
      assertThat(summary(run)).isEqualTo("Done.");
      assertThat(asked(team)).containsExactly("thinker-1", "thinker-1", "second-1", "second-1");
      assertThat(team.llm().exchanges().getLast().body().toString()).doesNotContain("signature");
    }
  }

  @Test
  void after_a_kill_it_goes_on_where_it_was() {
    try (var team = scene(2)) {
      var id =
          team.start(
              "thinker",
              Turn.tool("ask_caller", Map.of("question", "Which?")).failing(429).times(1),
              complete("It is {{tool_result}}."));
      team.staff().await(id, it -> it.state() instanceof State.Waiting);
      team.killAndReopen();
      var waiting = team.staff().await(id, it -> !it.needs().isEmpty());
      team.staff().staff().answer(TestStaff.OWNER, id, waiting.needs().getFirst().id(), "blue");
      assertThat(summary(team.staff().awaitEnd(id))).isEqualTo("It is blue.");
      // The rest was known to the process that is gone: so its own model is asked again.
      assertThat(switches(team, id))
          .containsExactly(
              "anthropic/thinker-1 > openai-chat/second-1",
              "openai-chat/second-1 > anthropic/thinker-1");
    }
  }

  @Test
  void one_that_has_no_key_here_is_passed_over_with_a_word() {
    try (var team = TeamScene.in(folder).hire(thinker("thinker", -1, "groq/x", SECOND)).begin()) {
      var run = team.play("thinker", complete("Done.").failing(503).times(1));
      assertThat(summary(run)).isEqualTo("Done.");
      assertThat(team.events(run.id(), RunEvent.Noted.class).getFirst().text())
          .contains("groq/x", "GROQ_API_KEY");
    }
  }

  @Test
  void who_stands_in_thinks_as_its_own_settings_say() {
    var manner = new Thought.Manner(new Sampling(0.9, null, null, null, null), null, 77);
    var fallback = new Fallback(List.of(SECOND), -1, MINUTE, Map.of(SECOND, manner));
    var cool = new Sampling(0.1, null, null, null, null);
    var craft = craft(Team.NONE, new Thought(cool, List.of(), fallback, 0, 0));
    try (var team = TeamScene.in(folder).hire(agent("thinker", craft)).begin()) {
      team.play("thinker", complete("Done.").failing(503).times(1));
      var bodies = team.llm().exchanges().stream().map(Exchange::body).toList();
      assertThat(bodies).hasSize(2);
      assertThat(bodies.getFirst().path("temperature").asDouble(0)).isEqualTo(0.1);
      assertThat(bodies.getLast().path("temperature").asDouble(0)).isEqualTo(0.9);
      assertThat(bodies.getLast().path("max_completion_tokens").asInt(0)).isEqualTo(77);
    }
  }

  @Test
  void where_its_own_has_no_key_here_the_first_that_has_one_is_asked() {
    var thought =
        new Thought(
            Sampling.USUAL,
            List.of(),
            new Fallback(List.of("xai/y", SECOND), 0, Duration.ofMinutes(1)),
            0,
            0);
    var keyless = keyless("keyless", thought);
    var nobody = keyless("nobody", Thought.USUAL);
    try (var team = TeamScene.in(folder).hire(keyless, nobody).begin()) {
      var run = team.play("keyless", complete("Done."));
      assertThat(summary(run)).isEqualTo("Done.");
      assertThat(asked(team)).containsExactly("second-1");
      assertThat(team.events(run.id(), RunEvent.Noted.class))
          .extracting(RunEvent.Noted::text)
          .anyMatch(it -> it.contains("XAI_API_KEY"))
          .anyMatch(it -> it.startsWith("Its own model cannot be asked: ") && it.contains("GROQ"));
      assertThatThrownBy(() -> team.start("nobody"))
          .hasMessageContaining("it needs GROQ_API_KEY for groq/x (nobody). Set that in");
    }
  }

  private static Agent keyless(String name, Thought thought) {
    return new Agent(
        name,
        "",
        new Agent.Means(LlmRuntime.NAME, "groq/x"),
        "",
        List.of(),
        Agent.Limits.NONE,
        Conduct.USUAL,
        new Craft(
            new Craft.Origin("/x.yaml", true),
            "",
            List.of(),
            Team.NONE,
            Craft.Background.NONE,
            thought,
            Map.of(),
            List.of(),
            null));
  }

  @Test
  void nobody_stands_in_for_himself() {
    try (var team = TeamScene.in(folder).hire(thinker("thinker", -1, TeamScene.MODEL)).begin()) {
      var run = team.play("thinker", Turn.error(401));
      assertThat(summary(run)).startsWith("failed refused: auth:");
      assertThat(asked(team)).containsExactly("thinker-1");
    }
  }

  @Test
  void where_nobody_is_left_it_ends_or_waits_as_one_alone_would() {
    try (var team = scene(-1)) {
      var run = team.play("thinker", Turn.error(401));
      assertThat(summary(run)).startsWith("failed refused: auth:");
      assertThat(switches(team, run.id())).hasSize(1);
    }
  }

  // What else a file says of how its models think.

  @Test
  void an_endpoint_of_a_trusted_file_is_asked_and_that_of_another_is_not_known() {
    var scene = TeamScene.in(folder);
    var endpoint = new Thought.Endpoint("mine", false, scene.llm().url() + "/v1", "OWN_KEY");
    var thought =
        new Thought(
            new Sampling(0.5, null, null, null, null), List.of(endpoint), Fallback.NONE, 0, 0);
    var trusted = craft(Team.NONE, thought);
    var strange =
        new Craft(
            new Craft.Origin("/x.yaml", false),
            "",
            List.of(),
            Team.NONE,
            Craft.Background.NONE,
            thought,
            Map.of(),
            List.of(),
            null);
    try (var team = scene.hire(own("known", trusted), own("strange", strange)).begin()) {
      assertThat(summary(team.play("known", complete("Done.")))).isEqualTo("Done.");
      var asked = team.llm().exchanges().getLast();
      assertThat(asked.key()).isEqualTo("sk-own");
      assertThat(asked.body().path("temperature").asDouble(0)).isEqualTo(0.5);
      assertThatThrownBy(() -> team.start("strange"))
          .hasMessageContaining(
              "it needs a provider that is known here for mine/model-1 (strange). Name the provider in");
    }
  }

  private static Agent own(String name, Craft craft) {
    return new Agent(
        name,
        "",
        new Agent.Means(LlmRuntime.NAME, "mine/model-1"),
        "",
        List.of(),
        Agent.Limits.NONE,
        Conduct.USUAL,
        craft);
  }

  @Test
  void it_ends_with_a_clear_word_after_as_many_turns_as_its_file_allows() {
    var thought = new Thought(Sampling.USUAL, List.of(), Fallback.NONE, 0, 2);
    var echo = RecordingTool.echo("echo");
    try (var team =
        TeamScene.in(folder)
            .hire(agent("short", craft(Team.NONE, thought)))
            .lending(echo)
            .begin()) {
      var say = Turn.tool("echo", Map.of("word", "a"));
      var run = team.play("short", say, say, say, complete("Done."));
      assertThat(summary(run))
          .isEqualTo(
              "failed budget: it took 2 turns and was not done; its file allows no more (max_iterations)");
      assertThat(echo.inputs()).hasSize(2);
    }
  }
}
