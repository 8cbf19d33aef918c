package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.Thinking;
import dev.retinue.config.Thinking.Api;
import dev.retinue.config.Thinking.ModelPrice;
import dev.retinue.config.Thinking.OwnProvider;
import dev.retinue.config.Thinking.Secret;
import dev.retinue.core.Agent;
import dev.retinue.core.Money;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.runtime.llm.LlmRuntime;
import dev.retinue.runtime.llm.hook.CommandLines;
import dev.retinue.runtime.llm.tool.Toolbox;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Models of the owner's own, and what is told of those who have none.
final class StudyTest {
  private static final String KEY = "sk-told-to-nobody";

  @TempDir private Path folder;
  private final ScriptedLlm llm = ScriptedLlm.start();

  @AfterEach
  void close() {
    llm.close();
  }

  private OwnProvider house(Api api, @Nullable String variable, @Nullable String key) {
    var path = api == Api.ANTHROPIC || api == Api.GOOGLE ? "" : "/v1";
    return new OwnProvider(
        "house", api, URI.create(llm.url() + path), variable, key == null ? null : new Secret(key));
  }

  private static Agent thinker(@Nullable String model) {
    return new Agent(
        "thinker",
        "thinks",
        new Agent.Means(LlmRuntime.NAME, model),
        "",
        List.of(),
        Agent.Limits.NONE);
  }

  /// How a run of one who thinks with the model of the house ends.
  private Run play(Thinking settings, Map<String, String> environment, Turn... turns) {
    try (var study = new Study(settings, environment, InstantSource.system());
        var staff =
            TestStaff.in(folder, new TestClock())
                .hire(thinker("house/large"))
                .begin(study.runtime(Toolbox.EMPTY, CommandLines.NONE, Permissions.NONE))) {
      var run = staff.awaitEnd(staff.start("thinker", "Do it. " + ScriptedLlm.script(turns)));
      assertThat(staff.events(run.id()).toString()).doesNotContain(KEY);
      return run;
    }
  }

  private static Turn complete() {
    return Turn.tool("agent_complete", Map.of("summary", "Done by {{model}}."));
  }

  @Test
  void a_provider_of_one_s_own_is_asked_with_its_key_and_costs_what_was_said() {
    for (var api : Api.values()) {
      var settings =
          new Thinking(
              List.of(house(api, null, KEY)),
              List.of(
                  new ModelPrice("house/large", Money.usd("1000"), Money.usd("2000"), null, null)),
              Duration.ofMinutes(1));
      var run = play(settings, Map.of(), complete().usage(1_000, 100));

      assertThat(run.state()).as(api.name()).isInstanceOf(State.Completed.class);
      assertThat(run.dossier().usage().cost()).isEqualTo(Money.usd("1.2"));
      assertThat(llm.exchanges().getLast().key()).isEqualTo(KEY);
      assertThat(settings.toString()).contains("house").doesNotContain(KEY);
    }
  }

  @Test
  void its_key_may_stand_in_a_variable_and_who_refuses_it_is_told_of_with_its_name() {
    var settings =
        new Thinking(
            List.of(house(Api.OPENAI_CHAT, "HOUSE_KEY", null)), List.of(), Duration.ofMinutes(1));

    var run = play(settings, Map.of("HOUSE_KEY", KEY), Turn.error(401));
    assertThat(((State.Failed) run.state()).message())
        .startsWith("auth: house answered 401")
        .endsWith(" See whether the key in HOUSE_KEY is right.");

    var without = play(settings, Map.of(), complete());
    assertThat(((State.Failed) without.state()).message())
        .isEqualTo(
            "The model 'house/large' needs HOUSE_KEY in the environment of the daemon: end it, and start it with 'retinue serve' where that is set.");
  }

  @Test
  void a_provider_without_a_key_is_shown_none() {
    var settings =
        new Thinking(List.of(house(Api.ANTHROPIC, null, null)), List.of(), Duration.ofMinutes(1));
    var run = play(settings, Map.of("ANTHROPIC_API_KEY", KEY), complete());
    assertThat(run.state()).isInstanceOf(State.Completed.class);
    assertThat(llm.exchanges().getLast().headers().toString()).doesNotContain(KEY);
  }

  @Test
  void of_those_who_think_is_told_with_which_model_and_what_they_lack() {
    assertThat(line(null, Map.of()))
        .isEqualTo(
            "not ready: it needs ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or LLM_ENDPOINT");
    assertThat(line(null, Map.of("OPENAI_API_KEY", KEY))).startsWith("model openai/");
    assertThat(line(null, Map.of("LLM_ENDPOINT", llm.url(), "LLM_MODEL", "small")))
        .isEqualTo("model endpoint/small");
    assertThat(line(null, Map.of("LLM_ENDPOINT", llm.url()))).isEqualTo("model endpoint/glm-4");
    assertThat(line("google/gemini-3-pro", Map.of("OPENAI_API_KEY", KEY)))
        .isEqualTo("model google/gemini-3-pro; not ready: it needs GEMINI_API_KEY");
  }

  private static String line(@Nullable String model, Map<String, String> environment) {
    return new Minds(Thinking.USUAL, environment, InstantSource.system())
        .line(thinker(model))
        .orElseThrow();
  }
}
